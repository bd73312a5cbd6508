/** Sends the events of an AI request as a stream, or only the last one to clients that prefer JSON. */
import type { Request, Response } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { EVENT_STREAM, eventFrame, openStream } from '#server/platform/http/event-stream.ts';
import { loggedPath } from '#server/platform/http/request-log.ts';
import type { AiEvent } from '#shared/ai.ts';

const SERVER_PROBLEM = 'Something went wrong on our side. Please try again.';

/** Returns a signal that aborts when the client disconnects before the response is complete. */
export function disconnectSignal(res: Response): AbortSignal {
  const disconnect = new AbortController();
  // If the client left during the checks, 'close' has already been emitted.
  if (res.closed) disconnect.abort();
  res.on('close', () => {
    if (!res.writableFinished) disconnect.abort();
  });
  return disconnect.signal;
}

/** Sends the events. Throws an error in JSON mode or before the first event, so that it gets its own status. */
export async function sendResponse(
  { log }: Pick<Deps, 'log'>,
  req: Request,
  res: Response,
  events: AsyncGenerator<AiEvent, void>,
  signal: AbortSignal,
) {
  const isJson = req.accepts([EVENT_STREAM, 'application/json']) === 'application/json';
  const logError = (err: unknown) => log.error({ err, path: loggedPath(req.originalUrl) }, 'request failed');
  try {
    await (isJson ? sendJson(res, events) : sendEvents(res, events, logError));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function sendJson(res: Response, events: AsyncGenerator<AiEvent, void>) {
  for await (const { event, data } of events) if (event === 'done') res.json(data);
}

async function sendEvents(res: Response, events: AsyncGenerator<AiEvent, void>, logError: (error: unknown) => void) {
  try {
    for await (const { event, data } of events) {
      if (!res.headersSent) openStream(res);
      res.write(eventFrame(event, data));
    }
  } catch (error) {
    if (!res.headersSent) throw error;
    if (!(error instanceof AppError)) logError(error);
    res.write(eventFrame('error', error instanceof AppError ? error.body : { errors: { base: [SERVER_PROBLEM] } }));
  }
  res.end();
}
