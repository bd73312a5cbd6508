import type { CallOptions, QueryValue } from '#shared/api/client.ts';
import type { Operation } from '#shared/api/operation.ts';
import type { Credentials, Role } from '#shared/auth.ts';
import { ApiError } from './api-error.ts';
import { credentialsOf, readCredentials, saveCredentials } from './credentials.ts';

/** Longer than the server's own limits: 30 s to receive a request or for AI suggestions, and 25 s for a call to Stripe. */
const TIMEOUT_MS = 35_000;

export type Query = { [name: string]: QueryValue };

type Options = CallOptions & {
  method?: Operation['method'];
  /** The caller's role; none for calls that need no account. */
  role?: Role;
  query?: Query;
  /** Sent as JSON, unless it's a FormData. */
  body?: unknown;
};

/** Calls the API. Throws ApiError; an abort through `signal` stays an AbortError. */
export async function call(path: string, options: Options = {}): Promise<unknown> {
  const { response, failures } = await sendRequest(path, options);
  return parseJson(await response.text().catch(failures.rethrowAsTimeout), failures);
}

export type ApiRequest = Options & {
  accept?: 'application/json' | 'text/event-stream';
  /** The response may take minutes after its headers. */
  isLong?: boolean;
};

type WithCredentials = Omit<ApiRequest, 'credentials'> & { credentials?: Credentials | null };

type Failures = {
  createError(kind: ApiError['kind'], body?: unknown): ApiError;
  /** Throws a timeout for a missing or interrupted response. Rethrows an abort as it is. */
  rethrowAsTimeout(error: unknown): never;
};

/**
 * Sends a request, saves new credentials from the response's headers, and returns a successful response with its body
 * unread. Throws ApiError for a refusal.
 */
export async function sendRequest(
  path: string,
  options: ApiRequest = {},
): Promise<{ response: Response; failures: Failures }> {
  const { role, signal } = options;
  const method = (options.method ?? 'get').toUpperCase();
  const createError: Failures['createError'] = (kind, body) =>
    new ApiError({ kind, method, path, role, body: body as ApiError['body'] });
  const failures: Failures = {
    createError,
    rethrowAsTimeout(error) {
      throw signal?.aborted ? error : createError('timeout');
    },
  };
  // Read once and reused, because browsers fetch cookies from another process, which is slow.
  const sentCredentials = role ? readCredentials(role) : null;
  const response = await send(path, method, { credentials: sentCredentials, ...options }).catch(
    failures.rethrowAsTimeout,
  );
  if (role) saveFreshCredentials(role, response, sentCredentials);
  if (response.ok) return { response, failures };
  throw notifyWatchers(
    createError(response.status, parseJson(await response.text().catch(failures.rethrowAsTimeout), failures)),
  );
}

/** Parses JSON; undefined for an empty body. Throws ApiError for anything else, such as a proxy's error page. */
function parseJson(text: string, { createError }: Failures): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw createError('html');
  }
}

/** Fetches with the role's credentials and a timeout. */
async function send(path: string, method: string, options: WithCredentials) {
  const { query, body, signal, isLong = false, keepalive = false } = options;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  const response = await fetch(path + queryText(query), {
    method,
    headers: headersFor(options),
    body: encodeBody(body),
    signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    credentials: 'same-origin',
    keepalive,
  });
  if (isLong) clearTimeout(timer);
  return response;
}

function encodeBody(body: unknown) {
  if (body === undefined) return null;
  return body instanceof FormData ? body : JSON.stringify(body);
}

function headersFor({ body, role, idempotencyKey, credentials, accept = 'application/json' }: WithCredentials) {
  const headers = new Headers({ accept });
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json');
  if (role) headers.set('resource-type', role);
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  for (const name in credentials) headers.set(name, credentials[name as keyof Credentials]);
  return headers;
}

/** '?page=2&joins%5B%5D=book', without values that are undefined, null, or ''. */
export function queryText(query: Query = {}) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) for (const item of value) params.append(`${name}[]`, item);
    else params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}

/** Saves new credentials, unless the role has logged out or signed in again since the call. */
function saveFreshCredentials(role: Role, response: Response, sentCredentials: Credentials | null) {
  const fresh = credentialsOf(response.headers);
  if (fresh && readCredentials(role)?.client === sentCredentials?.client) saveCredentials(role, fresh);
}

type Watcher = (error: ApiError) => void;
const watchers = new Set<Watcher>();

/**
 * Calls `watcher` with the error of each call that the server refuses, unless the response is a page instead of data.
 * SessionWatch uses it to end lost sessions. Returns a function that removes the watcher.
 */
export function watchErrors(watcher: Watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function notifyWatchers(error: ApiError) {
  for (const watcher of watchers) watcher(error);
  return error;
}
