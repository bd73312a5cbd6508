/** Server-sent events out of an answer that comes in chunks of any size. */
import type { Role } from '#shared/auth.ts';
import { ApiError } from './api-error.ts';
import { credentialsOf, readCredentials, saveCredentials } from './credentials.ts';

type SentEvent = { event: string; data: string };

/** Feed it what comes; it answers the events that are complete. */
export function createEventParser() {
  let rest = '';
  return (chunk: string): SentEvent[] => {
    rest += chunk;
    const frames = rest.split('\n\n');
    rest = frames.pop() ?? '';
    return frames.flatMap((frame) => eventOf(frame) ?? []);
  };
}

function eventOf(frame: string): SentEvent | null {
  const lines = frame.split('\n');
  const partOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
  const data = partOf('data').join('\n');
  return data ? { event: partOf('event')[0] ?? 'message', data } : null;
}

export type StreamOrder = { path: string; body?: object; role?: Role | undefined; signal: AbortSignal };

/**
 * An answer that comes piece by piece; the one fetch of http.ts waits for the whole. POST where there is a body. Throws
 * ApiError for a refusal and for a connection that breaks; an abort stays an AbortError.
 */
export async function* streamEvents({ path, body, role, signal }: StreamOrder): AsyncGenerator<SentEvent, void> {
  const url = `/api/v1${path}`;
  const method = body ? 'POST' : 'GET';
  const failed = (kind: ApiError['kind'], said?: unknown) =>
    new ApiError({ kind, method, path: url, role, body: said as ApiError['body'] });
  const response = await fetch(url, {
    method,
    headers: headersFor(body, role),
    body: body ? JSON.stringify(body) : null,
    signal,
    credentials: 'same-origin',
  }).catch((error) => {
    throw signal.aborted ? error : failed('timeout');
  });
  if (role) keepCredentials(role, response);
  if (!response.ok || !response.body) throw failed(response.status, await response.json().catch(() => undefined));
  yield* eventsOf(response.body, () => failed('timeout'), signal);
}

function headersFor(body?: object, role?: Role) {
  const headers = new Headers({ accept: 'text/event-stream' });
  if (body) headers.set('content-type', 'application/json');
  if (!role) return headers;
  headers.set('resource-type', role);
  for (const [name, value] of Object.entries(readCredentials(role) ?? {})) headers.set(name, value);
  return headers;
}

function keepCredentials(role: Role, response: Response) {
  const fresh = credentialsOf(response.headers);
  if (fresh) saveCredentials(role, fresh);
}

/** Cancels the transfer when nobody listens any more. */
async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  broken: () => Error,
  signal: AbortSignal,
): AsyncGenerator<SentEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parse = createEventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error) => {
        throw signal.aborted ? error : broken();
      });
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
