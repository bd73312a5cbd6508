/** Normalizes unusual request lines for the router. */
import type { Express, RequestHandler } from 'express';
import { badRequest } from '../errors.ts';

const ORIGIN = /^https?:\/\/([^/?#]*)/i;

/**
 * Reduces an absolute URL, as sent to proxies, to its path. Runs before everything else and dispatches again, because
 * the router has already parsed the URL.
 */
export const reduceToOriginForm =
  (app: Express): RequestHandler =>
  (req, res, next) => {
    const authority = ORIGIN.exec(req.url)?.[1];
    if (authority === undefined) return next();
    // The URL's host overrides the Host header (RFC 9112, 3.2.2).
    req.headers.host = authority;
    req.url = req.url.replace(ORIGIN, '').replace(/^(?!\/)/, '/');
    req.originalUrl = req.url;
    return app(req, res, next);
  };

export const refuseOtherTargets: RequestHandler = (req, _res, next) =>
  next(
    req.url.startsWith('/') ? undefined : badRequest('We couldn’t read the request. Check its format and try again.'),
  );

/** Treats PUT as PATCH, because clients made for Rails use either. */
export const treatPutAsPatch: RequestHandler = (req, _res, next) => {
  if (req.method === 'PUT') req.method = 'PATCH';
  next();
};
