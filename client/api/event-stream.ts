import type { Role } from '#shared/auth.ts';
import { sendRequest } from './http.ts';

/** A server-sent event. */
type SentEvent = { event: string; data: string };

/** Creates a parser. It takes the next chunk, of any size, and returns the events that are now complete. */
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
  const fieldValues = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
  const data = fieldValues('data').join('\n');
  return data ? { event: fieldValues('event')[0] ?? 'message', data } : null;
}

export type StreamRequest = { path: string; body?: object; role?: Role | undefined; signal: AbortSignal };

/**
 * Streams the events of a response. Sends a POST if there is a body, and a GET otherwise. Throws ApiError if the call
 * is refused or the connection is lost; an abort stays an AbortError.
 */
export async function* streamEvents({ path, body, role, signal }: StreamRequest): AsyncGenerator<SentEvent, void> {
  const { response, failures } = await sendRequest(path, {
    method: body ? 'post' : 'get',
    body,
    signal,
    accept: 'text/event-stream',
    isLong: true,
    ...(role && { role }),
  });
  if (response.body) yield* eventsOf(response.body, failures.rethrowAsTimeout);
}

/** Parses a response's events. Cancels the transfer when the caller stops reading. */
async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  rethrowAsTimeout: (error: unknown) => never,
): AsyncGenerator<SentEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parse = createEventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(rethrowAsTimeout);
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
