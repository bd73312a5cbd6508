/** The answer of an AI tool, word by word. */
import { ApiError } from '#client/api/api-error.ts';
import { type StreamOrder as Order, streamEvents } from '#client/api/event-stream.ts';
import type { AiEvent } from '#shared/ai.ts';

export type StreamOrder = Order & { body: object };

/** The events up to `done`. Throws ApiError for a refusal, before the first event or after; an abort stays an AbortError. */
export async function* streamed(order: StreamOrder): AsyncGenerator<AiEvent, void> {
  const { path, role } = order;
  const failed = (kind: ApiError['kind'], said?: unknown) =>
    new ApiError({ kind, method: 'POST', path, role, body: said as ApiError['body'] });
  for await (const { event, data } of streamEvents(order)) {
    if (event === 'error') throw failed(503, JSON.parse(data));
    yield { event, data: JSON.parse(data) } as AiEvent;
    if (event === 'done') return;
  }
  throw failed('timeout');
}
