/**
 * Bodies end where their limit is. The parsers themselves read a body that is too large to its end before they refuse it, and Node
 * reads what nobody asked for, so that one request of any length would keep the process and its memory busy.
 */
import type { Request, RequestHandler } from 'express';
import { tooLarge } from '../errors.ts';

/** So much is still taken after an answer, since a client that is cut off while it sends may not see the answer. */
const LINGER_BYTES = 1024 * 1024;
const LINGER_MS = 2_000;
const LOOK_MS = 20;

/** The parser, for bodies of at most that many bytes as they're sent; others are refused as soon as that is known. */
export const boundedBody =
  (maxBytes: number, parse: RequestHandler, refusal = 'The request is too large.'): RequestHandler =>
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
    // A body that the parser doesn't take is another one's: its limit is too, and it must not begin to flow.
    if (isDone) return;
    if (Number(req.headers['content-length']) > maxBytes) return refuse();
    req.on('data', count);
  };

/** Announces and closes the connection of a request that is answered before it was read. */
export const stopReading: RequestHandler = (req, res, next) => {
  if (!hasBody(req)) return next();
  const { writeHead } = res;
  res.writeHead = (...head: unknown[]) => {
    if (!req.complete) {
      res.setHeader('Connection', 'close');
      lingerOn(req);
    }
    return Reflect.apply(writeHead, res, head);
  };
  next();
};

const hasBody = ({ headers }: Request) =>
  Number(headers['content-length'] ?? 0) !== 0 || headers['transfer-encoding'] !== undefined;

/** After the answer Node would cut the client off. Node throws the rest away silently; only the socket knows how much came. */
function lingerOn({ socket }: Request) {
  socket.destroySoon = () => {
    socket.end();
    const read = socket.bytesRead;
    const until = performance.now() + LINGER_MS;
    const timer = setInterval(() => {
      if (socket.destroyed) return clearInterval(timer);
      if (socket.bytesRead - read > LINGER_BYTES || performance.now() > until) socket.destroy();
    }, LOOK_MS);
  };
}
