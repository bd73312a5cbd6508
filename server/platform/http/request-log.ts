import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Log } from '../log.ts';
import { inLogContext } from '../log-context.ts';

const TOKEN_IN_PATH = /\/(readers|unsubscribe)\/[^/]+|^\/[\w-]{30,}$/;
/** As long as a card's number, whatever stands between its digits. */
const CARD_IN_PATH = /\d(?:(?:[ .-]|%20)?\d){11,18}/g;

/** A path as it may be written down: without its query, and shortened where it is a secret. */
export const loggedPath = (url: string) =>
  url.split('?')[0]!.replace(TOKEN_IN_PATH, '/$1/…').replace(CARD_IN_PATH, '…');

/** One line per request with its id, which the answer carries too. Paths that are secrets are shortened. */
export const requestLog =
  (log: Log): RequestHandler =>
  (req, res, next) => {
    const started = process.hrtime.bigint();
    const request_id = randomUUID();
    res.set('X-Request-Id', request_id);
    res.on('finish', () => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      const path = loggedPath(req.originalUrl);
      const status = res.statusCode;
      log.info({ request_id, method: req.method, path, status, ms: Math.round(ms) }, 'request');
    });
    inLogContext({ request_id }, next);
  };
