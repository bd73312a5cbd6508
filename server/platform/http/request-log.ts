import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Deps } from '../deps.ts';
import { inLogContext } from '../log-context.ts';
import { memoize } from '../memoize.ts';
import { networkHash } from './network.ts';

/**
 * The segment after /readers/, such as a uuid or a feed's token; an unsubscribe token; a discount code; or a path that is
 * only the token of a tracked link.
 */
const SECRET_IN_PATH =
  /(\/(?:readers|unsubscribe(?:\/+(?:reminder|recapture))?|discounts\/+validate)\/+)[^/]+|^(\/+)[\w-]{30,}(?=\/*$)/gi;
/** 12 to 19 digits, as in a card number, with or without spaces, dots, or hyphens between them. */
const CARD_IN_PATH = /\d(?:(?:[ .-]|%20)?\d){11,18}/g;

const MAX_ADDRESSES = 10_000;

/** The path for the log: without its query, and with secrets masked. */
export const loggedPath = (url: string) =>
  url.split('?')[0]!.replace(SECRET_IN_PATH, '$1$2…').replace(CARD_IN_PATH, '…');

/**
 * Logs one line per finished response: the request id that the response has too, the actor ('partner:17') of a session
 * or API key, and a keyed hash of the network, which links requests without revealing where they came from.
 */
export function requestLog({ log, config }: Pick<Deps, 'log' | 'config'>): RequestHandler {
  const hash = memoize((address: string | undefined) => networkHash(config.appSecret, address), {
    key: String,
    max: MAX_ADDRESSES,
  });
  return (req, res, next) => {
    const started = process.hrtime.bigint();
    const request_id = randomUUID();
    const network = hash(req.ip);
    res.set('X-Request-Id', request_id);
    res.on('finish', () => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      const path = loggedPath(req.originalUrl);
      const { method } = req;
      const { actor, api_key } = res.locals;
      const status = res.statusCode;
      log.info({ request_id, actor, api_key, network, method, path, status, ms: Math.round(ms) }, 'request');
    });
    inLogContext({ request_id, network }, next);
  };
}
