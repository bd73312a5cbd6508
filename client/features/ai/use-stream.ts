import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { type StreamRequest as ApiStreamRequest, streamEvents } from '#client/api/event-stream.ts';
import type { AiEvent } from '#shared/ai.ts';
import { after, asking, markFailed, markStopped, NOTHING_YET, type Progress } from './progress.ts';

/** Streams one request at a time. A new one, or leaving the page, stops the one before. */
export function useStream() {
  const [progress, setProgress] = useState<Progress>(NOTHING_YET);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const ask = useCallback(async (order: Omit<StreamRequest, 'signal'>): Promise<void> => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    const update = (change: (progress: Progress) => Progress) => {
      if (current.current === own) setProgress(change);
    };
    update(asking);
    try {
      for await (const event of streamed({ ...order, signal: own.signal }))
        update((progress) => after(progress, event));
    } catch (error) {
      update((progress) => (own.signal.aborted ? markStopped(progress) : markFailed(progress, error)));
    }
  }, []);
  const stop = useCallback(() => current.current?.abort(), []);
  return { progress, ask, stop };
}

/** The answer of an AI tool, word by word. */
type StreamRequest = ApiStreamRequest & { body: object };

/** The events up to `done`. Throws ApiError for a refusal, before the first event or after; an abort stays an AbortError. */
async function* streamed(order: StreamRequest): AsyncGenerator<AiEvent, void> {
  const { path, role } = order;
  const streamError = (kind: ApiError['kind'], said?: unknown) =>
    new ApiError({ kind, method: 'POST', path, role, body: said as ApiError['body'] });
  for await (const { event, data } of streamEvents(order)) {
    if (event === 'error') throw streamError(503, JSON.parse(data));
    yield { event, data: JSON.parse(data) } as AiEvent;
    if (event === 'done') return;
  }
  throw streamError('timeout');
}
