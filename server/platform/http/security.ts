import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Security headers for every response. The policy of pages, which needs a nonce, is set where they are rendered. */
export const securityHeaders = ({ https }: { https: boolean }): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: true },
  });

/** Keeps responses that depend on credentials out of shared caches. */
export const privateResponses: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  res.vary('authorization').vary('resource-type').vary('access-token').vary('client').vary('uid');
  next();
};
