import type { CallOptions, QueryValue } from '#shared/api/client.ts';
import type { Operation } from '#shared/api/operation.ts';
import type { Credentials, Role } from '#shared/auth.ts';
import { ApiError } from './api-error.ts';
import { credentialsOf, readCredentials, saveCredentials } from './credentials.ts';

/** A little more than the server's own time-out of 30 s. */
const TIMEOUT_MS = 35_000;

export type Query = { [name: string]: QueryValue };

type Options = CallOptions & {
  method?: Operation['method'];
  /** The caller's role; none for public reads and the reader endpoints. */
  role?: Role;
  query?: Query;
  /** Sent as JSON, unless it's a FormData. */
  body?: unknown;
};

/** Calls the API. Throws ApiError; an abort through `signal` stays an AbortError. */
export async function call(path: string, options: Options = {}): Promise<unknown> {
  const { response, failures } = await ask(path, options);
  return parseJson(await response.text().catch(failures.lost), failures);
}

export type ApiRequest = Options & {
  accept?: 'application/json' | 'text/event-stream';
  /** The answer may take minutes after it has begun. */
  isLong?: boolean;
};

type Failures = {
  failed(kind: ApiError['kind'], body?: unknown): ApiError;
  /** For answers that end too early. */
  lost(error: unknown): never;
};

/** Sends a call and returns its accepted answer with the unread body. Saves the credentials that come with it. */
export async function ask(path: string, order: ApiRequest = {}): Promise<{ response: Response; failures: Failures }> {
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
  throw tellWatchers(failed(response.status, parseJson(await response.text().catch(failures.lost), failures)));
}

/** Parses JSON. Throws if the answer is something else, such as a proxy's error page. */
function parseJson(text: string, { failed }: Failures): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw failed('html');
  }
}

/** The request itself, with its role's credentials. */
async function send(path: string, method: string, order: ApiRequest) {
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

function headersFor({ body, role, credentials, accept = 'application/json' }: ApiRequest) {
  const headers = new Headers({ accept });
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json');
  if (!role) return headers;
  headers.set('resource-type', role);
  for (const [name, value] of Object.entries(credentials ?? readCredentials(role) ?? {})) headers.set(name, value);
  return headers;
}

/** '?page=2&joins[]=book', without values that are undefined, null, or ''. */
export function queryText(query: Query = {}) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) for (const item of value) params.append(`${name}[]`, item);
    else params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}

/** Saves new credentials, unless the role has logged out or changed its account since the call. */
function keepCredentials(role: Role, response: Response, asked: Credentials | null) {
  const fresh = credentialsOf(response.headers);
  if (fresh && readCredentials(role)?.client === asked?.client) saveCredentials(role, fresh);
}

type Watcher = (error: ApiError) => void;
const watchers = new Set<Watcher>();

/** Calls `watcher` with every refused call; the session logs a role out on 403. Returns a function that stops it. */
export function watchErrors(watcher: Watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tellWatchers(error: ApiError) {
  for (const watcher of watchers) watcher(error);
  return error;
}
