/** Reads unusual request lines as the ones that the routes know. */
import type { Express, RequestHandler } from 'express';
import { badRequest } from '../errors.ts';

const ORIGIN = /^https?:\/\/([^/?#]*)/i;

/**
 * Programs that take us for a proxy name a whole address; only its path counts here. Comes before everything else, and starts again:
 * the router has read the address by now.
 */
export const originForm =
  (app: Express): RequestHandler =>
  (req, res, next) => {
    const authority = ORIGIN.exec(req.url)?.[1];
    if (authority === undefined) return next();
    // The whole address counts, whatever the Host header says (RFC 9112, 3.2.2).
    req.headers.host = authority;
    req.url = req.url.replace(ORIGIN, '').replace(/^(?!\/)/, '/');
    req.originalUrl = req.url;
    return app(req, res, next);
  };

export const refuseOtherTargets: RequestHandler = (req, _res, next) =>
  next(req.url.startsWith('/') ? undefined : badRequest('The request could not be read.'));

/** Accepts PUT for PATCH, as clients made for Rails use either. */
export const putIsPatch: RequestHandler = (req, _res, next) => {
  if (req.method === 'PUT') req.method = 'PATCH';
  next();
};
