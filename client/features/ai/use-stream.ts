import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { type StreamRequest as ApiStreamRequest, streamEvents } from '#client/api/event-stream.ts';
import type { AiEvent } from '#shared/ai.ts';
import { applyEvent, IDLE, markAsking, markFailed, markStopped, type Progress } from './progress.ts';

/** Streams one request at a time. A new request, or leaving the page, stops the previous one. */
export function useStream() {
  const [progress, setProgress] = useState<Progress>(IDLE);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const start = useCallback(async (request: Omit<StreamRequest, 'signal'>): Promise<void> => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const update = (change: (progress: Progress) => Progress) => {
      if (current.current === controller) setProgress(change);
    };
    update(markAsking);
    try {
      for await (const event of streamAiEvents({ ...request, signal: controller.signal }))
        update((progress) => applyEvent(progress, event));
    } catch (error) {
      update((progress) => (controller.signal.aborted ? markStopped(progress) : markFailed(progress, error)));
    }
  }, []);
  const stop = useCallback(() => current.current?.abort(), []);
  return { progress, start, stop };
}

type StreamRequest = ApiStreamRequest & { body: object };

/**
 * Yields the events up to `done`. Throws ApiError for a refusal, even after the first event, and for a stream that ends
 * early; an abort stays an AbortError.
 */
async function* streamAiEvents(request: StreamRequest): AsyncGenerator<AiEvent, void> {
  const { path, role } = request;
  const streamError = (kind: ApiError['kind'], body?: unknown) =>
    new ApiError({ kind, method: 'POST', path, role, body: body as ApiError['body'] });
  for await (const { event, data } of streamEvents(request)) {
    if (event === 'error') throw streamError(503, JSON.parse(data));
    yield { event, data: JSON.parse(data) } as AiEvent;
    if (event === 'done') return;
  }
  throw streamError('timeout');
}
