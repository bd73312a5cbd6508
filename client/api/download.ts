import type { Role } from '#shared/auth.ts';
import { ApiError, type ApiFailure } from './api-error.ts';
import { type Query, send } from './http.ts';

/** Fetches a file, which a plain link could not: it would send no credentials. Then the browser saves it. Throws ApiError. */
export async function download(path: string, { role, query }: { role: Role; query?: Query }): Promise<void> {
  const url = `/api/v1${path}`;
  const failed = (kind: ApiFailure['kind'], body?: unknown) =>
    new ApiError({ kind, method: 'GET', path: url, role, body: body as ApiFailure['body'] });
  const response = await send(url, 'GET', { role, ...(query && { query }) }).catch(() => {
    throw failed('timeout');
  });
  if (!response.ok) throw failed(response.status, await response.json().catch(() => undefined));
  save(await response.blob(), nameOf(response) ?? path.split('/').at(-1)!);
}

/** The name that the server gave it; quotes stand only around odd ones. */
const nameOf = (response: Response) =>
  /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];

function save(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
