import type { Role } from '#shared/auth.ts';
import { ask, type Query } from './http.ts';

/** Fetches a file, which a plain link could not: it would send no credentials. Then the browser saves it. Throws ApiError. */
export async function download(path: string, { role, query }: { role: Role; query?: Query }): Promise<void> {
  const { response, failures } = await ask(path, { role, isLong: true, ...(query && { query }) });
  save(await response.blob().catch(failures.lost), nameOf(response) ?? path.split('/').at(-1)!);
}

/** The name that the server gave it; quotes stand only around odd ones. */
const nameOf = (response: Response) =>
  /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];

function save(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
