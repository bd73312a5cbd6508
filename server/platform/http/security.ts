import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Headers for every answer. The policy for pages, which needs a nonce, is set where pages are rendered. */
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

/** Answers that depend on credentials are nobody else's. */
export const privateAnswers: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  res.vary('resource-type').vary('access-token').vary('client').vary('uid');
  next();
};
