/** An answer that comes piece by piece. The one fetch of client/api waits for the whole, so this is its companion. */
import { ApiError } from '#client/api/api-error.ts';
import { credentialsOf, readCredentials, saveCredentials } from '#client/api/credentials.ts';
import type { AiEvent } from '#shared/ai.ts';
import type { Role } from '#shared/auth.ts';
import { createEventParser, type SentEvent } from './event-stream.ts';

export type StreamOrder = { path: string; body: object; role?: Role; signal: AbortSignal };

/** The events up to `done`. Throws ApiError for a refusal, before the first event or after; an abort stays an AbortError. */
export async function* streamed({ path, body, role, signal }: StreamOrder): AsyncGenerator<AiEvent, void> {
  const url = `/api/v1${path}`;
  const failed = (kind: ApiError['kind'], said?: unknown) =>
    new ApiError({ kind, method: 'POST', path: url, role, body: said as ApiError['body'] });
  const response = await fetch(url, {
    method: 'POST',
    headers: headersFor(role),
    body: JSON.stringify(body),
    signal,
    credentials: 'same-origin',
  }).catch((error) => {
    throw signal.aborted ? error : failed('timeout');
  });
  if (role) keepCredentials(role, response);
  if (!response.ok || !response.body) throw failed(response.status, await response.json().catch(() => undefined));
  for await (const { event, data } of eventsOf(response.body, () => failed('timeout'), signal)) {
    if (event === 'error') throw failed(503, JSON.parse(data));
    yield { event, data: JSON.parse(data) } as AiEvent;
    if (event === 'done') return;
  }
  throw failed('timeout');
}

function headersFor(role?: Role) {
  const headers = new Headers({ accept: 'text/event-stream', 'content-type': 'application/json' });
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
