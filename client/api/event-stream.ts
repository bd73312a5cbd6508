/** A parser of server-sent events that arrive in chunks of any size. */
import type { Role } from '#shared/auth.ts';
import { ask } from './http.ts';

type SentEvent = { event: string; data: string };

/** Takes the next chunk and returns the events that are complete. */
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
 * An answer that comes piece by piece. POST where there is a body. Throws ApiError for a refusal and for a connection that
 * breaks; an abort stays an AbortError.
 */
export async function* streamEvents({ path, body, role, signal }: StreamOrder): AsyncGenerator<SentEvent, void> {
  const { response, failures } = await ask(path, {
    ...{ method: body ? 'post' : 'get', body, signal, accept: 'text/event-stream', isLong: true },
    ...(role && { role }),
  });
  if (response.body) yield* eventsOf(response.body, failures.lost);
}

/** Cancels the transfer when nobody listens anymore. */
async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  lost: (error: unknown) => never,
): AsyncGenerator<SentEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parse = createEventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(lost);
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
