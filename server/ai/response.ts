/** Sends the events of an AI request as a stream, or only the last one to clients that prefer JSON. */
import type { Request, Response } from 'express';
import { AppError } from '#server/platform/errors.ts';
import { EVENT_STREAM, eventFrame, openStream } from '#server/platform/http/event-stream.ts';
import type { AiEvent } from '#shared/ai.ts';

const SERVER_PROBLEM = 'Something went wrong on our side. Please try again.';

/** Returns a signal that aborts when the client disconnects before the response is complete. */
export function disconnectSignal(res: Response): AbortSignal {
  const disconnect = new AbortController();
  res.on('close', () => {
    if (!res.writableFinished) disconnect.abort();
  });
  return disconnect.signal;
}

/** Sends the events. In JSON, or before the first event, errors are thrown, so that they get their own status. */
export async function sendResponse(
  req: Request,
  res: Response,
  events: AsyncGenerator<AiEvent, void>,
  signal: AbortSignal,
) {
  const send = req.accepts([EVENT_STREAM, 'application/json']) === 'application/json' ? sendJson : sendEvents;
  try {
    await send(res, events);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function sendJson(res: Response, events: AsyncGenerator<AiEvent, void>) {
  for await (const { event, data } of events) if (event === 'done') res.json(data);
}

async function sendEvents(res: Response, events: AsyncGenerator<AiEvent, void>) {
  try {
    for await (const { event, data } of events) {
      if (!res.headersSent) openStream(res);
      res.write(eventFrame(event, data));
    }
  } catch (error) {
    if (!res.headersSent) throw error;
    res.write(eventFrame('error', error instanceof AppError ? error.body : { errors: { base: [SERVER_PROBLEM] } }));
  }
  res.end();
}
