import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Log } from '../log.ts';

const TOKEN_IN_PATH = /\/(readers|unsubscribe)\/[^/]+|^\/[\w-]{30,}$/;

/** One line per request with its id, which the answer carries too. Paths that are secrets are shortened. */
export const requestLog =
  (log: Log): RequestHandler =>
  (req, res, next) => {
    const started = process.hrtime.bigint();
    const requestId = randomUUID();
    res.locals.requestId = requestId;
    res.set('X-Request-Id', requestId);
    res.on('finish', () => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      const path = req.originalUrl.split('?')[0]!.replace(TOKEN_IN_PATH, '/$1/…');
      log.info(
        { request_id: requestId, method: req.method, path, status: res.statusCode, ms: Math.round(ms) },
        'request',
      );
    });
    next();
  };
