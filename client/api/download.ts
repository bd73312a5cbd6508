import type { Role } from '#shared/auth.ts';
import { type Query, sendRequest } from './http.ts';

/**
 * Fetches a file with the role's credentials in headers, which a plain link can't send, and has the browser save it.
 * Throws ApiError.
 */
export async function download(path: string, { role, query }: { role: Role; query?: Query }): Promise<void> {
  const { response, failures } = await sendRequest(path, { role, isLong: true, ...(query && { query }) });
  save(await response.blob().catch(failures.rethrowAsTimeout), nameOf(response) ?? path.split('/').at(-1)!);
}

/** The file name from the server, which isn't always quoted. */
const nameOf = (response: Response) =>
  /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];

function save(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
