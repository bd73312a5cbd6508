/** A client of the review queue's stream. */
import { createEventParser } from '#client/api/event-stream.ts';
import type { ReviewLive } from '#shared/review-live.ts';

export type LiveStream = {
  status: number;
  headers: Headers;
  /** Every `review` event so far, the latest last. */
  received: ReviewLive[];
  /** Resolves when the server ends the stream; rejects if it is cut off, or closed by `close`. */
  ended: Promise<void>;
  close(): void;
};

export async function openLiveStream(url: string, headers: Record<string, string>): Promise<LiveStream> {
  const controller = new AbortController();
  const response = await fetch(`${url}/api/v1/promotions/review_stream`, {
    headers: { ...headers, accept: 'text/event-stream', 'accept-encoding': 'gzip, br' },
    signal: controller.signal,
  });
  const received: ReviewLive[] = [];
  const ended = readAll(response, received);
  // Prevents an unhandled rejection in a test that closes the stream without awaiting `ended`.
  ended.catch(() => undefined);
  return { status: response.status, headers: response.headers, received, ended, close: () => controller.abort() };
}

async function readAll(response: Response, received: ReviewLive[]) {
  const parse = createEventParser();
  const decoder = new TextDecoder();
  for await (const chunk of response.body!)
    for (const { event, data } of parse(decoder.decode(chunk, { stream: true })))
      if (event === 'review') received.push(JSON.parse(data).review);
}
