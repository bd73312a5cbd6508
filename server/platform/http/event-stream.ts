/** Server-sent events. */
import type { Response } from 'express';

export const EVENT_STREAM = 'text/event-stream';

/** Starts a stream, without the compression and the proxy's buffer that would delay its events. */
export const openStream = (res: Response) =>
  res
    .status(200)
    .set({ 'Content-Type': EVENT_STREAM, 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' })
    .flushHeaders();

export const eventFrame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** True for a stream, which stays open for long without being slow. */
export const isStream = (res: Response) => String(res.getHeader('Content-Type') ?? '').startsWith(EVENT_STREAM);
