import type { Client, Input, PublicApi, QueryValue } from '#shared/api/client.ts';
import { pathWith } from '#shared/api/client.ts';
import type { Api, Operation } from '#shared/api/operation.ts';
import type { Role } from '#shared/auth.ts';
import { call } from './http.ts';

type CallInput = { query?: object; body?: unknown; file?: File };

/**
 * Creates the client of an API table. It calls over HTTP, as `role` or as a visitor, and adds `query` to each request.
 * Its calls throw ApiError and don't validate responses.
 */
export const clientFor = <A extends Api>(api: A, role?: Role, query?: Record<string, QueryValue>): Client<A> =>
  Object.fromEntries(
    Object.entries(api).map(([name, operation]) => [
      name,
      (input: CallInput = {}) => {
        const { file, ...rest } = input;
        return call(pathWith(operation.path, input), {
          ...rest,
          method: operation.method,
          query: { ...input.query, ...query },
          ...(file && { body: formWith(operation, file) }),
          ...(role && { role }),
        });
      },
    ]),
  ) as unknown as Client<A>;

/** Requests public fields only, even if a partner is signed in. The session endpoint doesn't take the parameter. */
const PUBLIC = { public: true };
export const publicClient = (): PublicApi => (api) => clientFor(api, undefined, 'session' in api ? {} : PUBLIC);

/** The path of a call, for downloads and event streams. */
export const pathOf = <O extends Operation>({ path }: O, input: Partial<Input<O>> = {}) => pathWith(path, input);

function formWith({ body }: Operation, file: File) {
  const form = new FormData();
  form.set((body as { file: string }).file, file);
  return form;
}
