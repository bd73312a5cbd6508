import type { Credentials, Role } from '#shared/auth.ts';
import { ApiError } from './api-error.ts';
import { credentialsOf, readCredentials, saveCredentials } from './credentials.ts';

/** The server gives up after 30 s; a little later so do we. */
const TIMEOUT_MS = 35_000;

export type Query = { [name: string]: string | number | boolean | readonly string[] | null | undefined };

type CallOptions<T = unknown> = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Whose call it is; none for public reads and the reader endpoints. */
  role?: Role;
  query?: Query;
  /** Sent as JSON; a FormData goes as it is. */
  body?: unknown;
  /** Parses the answer, for example a zod schema of shared/. */
  schema?: { parse(value: unknown): T };
  /** Instead of the role's cookie: the password reset link brings its own. */
  credentials?: Credentials;
  signal?: AbortSignal | undefined;
  /** Sent to its end although the page is left. For small bodies. */
  keepalive?: boolean;
};

/** The one fetch. `path` is below /api/v1. Throws ApiError; an abort through `signal` stays an AbortError. */
export async function call<T = unknown>(path: string, options: CallOptions<T> = {}): Promise<T> {
  const { method = 'GET', role } = options;
  const url = `/api/v1${path}`;
  const failed = (kind: ApiError['kind'], body?: unknown) =>
    new ApiError({ kind, method, path: url, role, body: body as ApiError['body'] });

  const asked = role ? readCredentials(role) : null;
  const response = await send(url, method, options).catch((error) => {
    throw options.signal?.aborted ? error : failed('timeout');
  });
  if (role) keepCredentials(role, response, asked);
  const body = await bodyOf(response).catch(() => {
    throw failed('html');
  });
  if (!response.ok) throw tellWatchers(failed(response.status, body));
  return options.schema ? options.schema.parse(body) : (body as T);
}

/** The request itself, with its role's credentials. */
export function send(
  url: string,
  method: string,
  { query, body, role, credentials, signal, keepalive = false }: Omit<CallOptions, 'schema'>,
) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(url + queryText(query), {
    method,
    headers: headersFor(body, role, credentials),
    body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    credentials: 'same-origin',
    keepalive,
  });
}

function headersFor(body: unknown, role?: Role, credentials?: Credentials) {
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json');
  if (!role) return headers;
  headers.set('resource-type', role);
  for (const [name, value] of Object.entries(credentials ?? readCredentials(role) ?? {})) headers.set(name, value);
  return headers;
}

/** '?page=2&joins[]=book'; leaves out what is undefined, null or ''. */
export function queryText(query: Query = {}) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) for (const item of value) params.append(`${name}[]`, item);
    else params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}

/** Whoever logged out, or signed in as another, while the answer was on its way stays so. */
function keepCredentials(role: Role, response: Response, asked: Credentials | null) {
  const fresh = credentialsOf(response.headers);
  if (fresh && readCredentials(role)?.client === asked?.client) saveCredentials(role, fresh);
}

/** Throws where data were expected and something else came, such as a proxy's error page. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

type Watcher = (error: ApiError) => void;
const watchers = new Set<Watcher>();

/** Tells `watcher` of every refused call; the session logs a role out on 403. Returns the way to stop. */
export function watchErrors(watcher: Watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tellWatchers(error: ApiError) {
  for (const watcher of watchers) watcher(error);
  return error;
}
