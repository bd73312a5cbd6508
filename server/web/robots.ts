import { Router } from 'express';
import { paths } from '#shared/paths.ts';

/** Paths that crawlers shouldn't fetch: API calls, demo tools, personal and password pages, pages behind a sign-in. */
const DISALLOWED = [
  '/api/',
  '/dev/',
  '/u$',
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

/** `isClosed` disallows every page, as in a public demo. */
export function robotsRoutes(appUrl: string, { isClosed }: { isClosed: boolean }): Router {
  const text = isClosed ? 'User-agent: *\nDisallow: /\n' : robotsText(appUrl);
  const router = Router();
  router.get('/robots.txt', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=3600').type('text/plain').send(text);
  });
  return router;
}

const robotsText = (appUrl: string) =>
  ['User-agent: *', ...DISALLOWED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${appUrl}/sitemap.xml`, ''].join(
    '\n',
  );
