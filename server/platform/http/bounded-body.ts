/**
 * Stops reading a request body at its limit. The parsers read an oversized body to its end before they refuse it, and
 * Node reads unused bodies, so one endless request would keep the process and its memory busy.
 */
import type { Request, RequestHandler } from 'express';
import { tooLarge } from '../errors.ts';

/** Bytes still read after the answer, because a client that is cut off while sending may not see the answer. */
const LINGER_BYTES = 1024 * 1024;
const LINGER_MS = 2_000;
const CHECK_INTERVAL_MS = 20;

/**
 * Wraps a parser for bodies of at most `maxBytes` on the wire. A larger body is refused by its announced length or, if
 * it comes in chunks, at the limit.
 */
export const boundedBody =
  (
    maxBytes: number,
    parse: RequestHandler,
    refusal = 'The request is too large. Send a smaller one.',
  ): RequestHandler =>
  (req, res, next) => {
    let isDone = false;
    const finish = (error?: unknown) => {
      if (isDone) return;
      isDone = true;
      req.off('data', count);
      next(error);
    };
    const refuse = () => finish(tooLarge(refusal));
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) refuse();
    };
    parse(req, res, finish);
    // A body that this parser doesn't handle belongs to another parser with its own limit, so don't start reading it.
    if (isDone) return;
    if (Number(req.headers['content-length']) > maxBytes) return refuse();
    req.on('data', count);
  };

/** Ends the connection, with `Connection: close`, if a request is answered before its whole body was read. */
export const stopReading: RequestHandler = (req, res, next) => {
  if (!hasBody(req)) return next();
  const { writeHead } = res;
  res.writeHead = (...head: unknown[]) => {
    if (!req.complete) {
      res.setHeader('Connection', 'close');
      delayClosing(req);
    }
    return Reflect.apply(writeHead, res, head);
  };
  next();
};

const hasBody = ({ headers }: Request) =>
  Number(headers['content-length'] ?? 0) !== 0 || headers['transfer-encoding'] !== undefined;

/** Delays closing after the answer. Node discards the remaining bytes, so only the socket knows how many arrived. */
function delayClosing({ socket }: Request) {
  socket.destroySoon = () => {
    socket.end();
    const bytesBefore = socket.bytesRead;
    const until = performance.now() + LINGER_MS;
    const timer = setInterval(() => {
      if (socket.destroyed) return clearInterval(timer);
      if (socket.bytesRead - bytesBefore > LINGER_BYTES || performance.now() > until) socket.destroy();
    }, CHECK_INTERVAL_MS);
  };
}
