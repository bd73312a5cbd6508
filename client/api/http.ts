import type { CallOptions, QueryValue } from '#shared/api/client.ts';
import type { Operation } from '#shared/api/operation.ts';
import type { Credentials, Role } from '#shared/auth.ts';
import { ApiError } from './api-error.ts';
import { credentialsOf, readCredentials, saveCredentials } from './credentials.ts';

/** The server gives up after 30 s; a little later so do we. */
const TIMEOUT_MS = 35_000;

export type Query = { [name: string]: QueryValue };

type Options = CallOptions & {
  method?: Operation['method'];
  /** Whose call it is; none for public reads and the reader endpoints. */
  role?: Role;
  query?: Query;
  /** Sent as JSON; a FormData goes as it is. */
  body?: unknown;
};

/** The one fetch. Throws ApiError; an abort through `signal` stays an AbortError. */
export async function call(path: string, options: Options = {}): Promise<unknown> {
  const { response, failures } = await ask(path, options);
  return parsed(await response.text().catch(failures.lost), failures);
}

export type Order = Options & {
  accept?: 'application/json' | 'text/event-stream';
  /** An answer that may go on for minutes once it has begun. */
  isLong?: boolean;
};

type Failures = {
  failed(kind: ApiError['kind'], body?: unknown): ApiError;
  /** For what ends before the whole answer has come. */
  lost(error: unknown): never;
};

/** The answer to a call that was not refused, its body still to be read. The credentials that come with it are kept. */
export async function ask(path: string, order: Order = {}): Promise<{ response: Response; failures: Failures }> {
  const { role, signal } = order;
  const method = (order.method ?? 'get').toUpperCase();
  const failed: Failures['failed'] = (kind, body) =>
    new ApiError({ kind, method, path, role, body: body as ApiError['body'] });
  const failures: Failures = {
    failed,
    lost(error) {
      throw signal?.aborted ? error : failed('timeout');
    },
  };
  const asked = role ? readCredentials(role) : null;
  const response = await send(path, method, order).catch(failures.lost);
  if (role) keepCredentials(role, response, asked);
  if (response.ok) return { response, failures };
  throw tellWatchers(failed(response.status, parsed(await response.text().catch(failures.lost), failures)));
}

/** Throws where data were expected and something else came, such as a proxy's error page. */
function parsed(text: string, { failed }: Failures): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw failed('html');
  }
}

/** The request itself, with its role's credentials. */
async function send(path: string, method: string, order: Order) {
  const { query, body, signal, isLong = false, keepalive = false } = order;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
  const response = await fetch(path + queryText(query), {
    method,
    headers: headersFor(order),
    body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    credentials: 'same-origin',
    keepalive,
  });
  if (isLong) clearTimeout(timer);
  return response;
}

function headersFor({ body, role, credentials, accept = 'application/json' }: Order) {
  const headers = new Headers({ accept });
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
