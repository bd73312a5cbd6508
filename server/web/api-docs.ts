/**
 * The API's documentation: OpenAPI 3.1 from the table of operations, and pages made from it
 * (docs/decisions/0122-own-api-documentation.md).
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Response, Router } from 'express';
import { MemoizedResponse } from '#server/api/implement.ts';
import type { Config } from '#server/platform/config.ts';
import { lazy } from '#server/platform/memoize.ts';

/** Built on the first call, then memoized; the ETag lets callers cache it too. */
export function openApi(config: Pick<Config, 'appUrl' | 'operator'>) {
  let docsPromise: Promise<MemoizedResponse<OpenApi>> | undefined;
  return ({ res }: { res: Response }) => {
    res.set('Cache-Control', 'public, max-age=300');
    docsPromise ??= buildDocument(config);
    return docsPromise;
  };
}

type OpenApi = { openapi: '3.1.0' };

async function buildDocument({ appUrl, operator: { name, email } }: Pick<Config, 'appUrl' | 'operator'>) {
  const { openApiDocument } = await import('./openapi.ts');
  const value = openApiDocument({ appUrl, contact: { name, email } }) as OpenApi;
  const json = JSON.stringify(value);
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
  return new MemoizedResponse(value, { json: () => json, etag });
}

/** No page has an inline script or style. */
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:;",
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join(' ');

const FONTS: Record<string, string> = {
  'inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'literata.woff2': '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2',
};
const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

/** /api/docs: the guide, a page for each resource, and their files. Built on the first call. */
export function apiDocsRoutes(config: Pick<Config, 'appUrl' | 'operator'>): Router {
  const router = Router();
  const { resolve } = createRequire(import.meta.url);
  const pages = lazy(async () => (await import('./docs/pages.ts')).docsPages(config));
  const styles = lazy(async () => (await read('../../client/layout/tokens.css')) + (await read('./docs/docs.css')));
  const script = lazy(() => read('./docs/docs.js'));
  router.use((_req, res, next) => {
    res.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'public, max-age=300' });
    next();
  });
  router.get('/docs.css', async (_req, res) => void res.type('css').send(await styles()));
  router.get('/docs.js', async (_req, res) => void res.type('js').send(await script()));
  for (const [name, file] of Object.entries(FONTS)) router.get(`/${name}`, (_req, res) => res.sendFile(resolve(file)));
  router.get(['/', '/:slug'], async (req, res, next) => {
    const page = (await pages()).get(String(req.params.slug ?? ''));
    if (page === undefined) return next();
    res.type('html').send(page);
  });
  return router;
}
