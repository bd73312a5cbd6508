import { Router } from 'express';
import { paths } from '#shared/paths.ts';

/** Where crawlers find nothing to read: calls, other people's pages, and pages behind a sign-in. */
const CLOSED = [
  '/api/',
  '/dev/',
  '/u/',
  '/users/',
  '/readers/',
  paths.dashboard(),
  paths.account(),
  paths.billing(),
  paths.partnerBooks(),
  paths.partnerPromotions(),
  paths.authorProfiles(),
  '/partners/password/',
];

export function robots(appUrl: string): Router {
  const text = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${appUrl}/sitemap.xml`,
    '',
  ].join('\n');
  const router = Router();
  router.get('/robots.txt', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=3600').type('text/plain').send(text);
  });
  return router;
}
