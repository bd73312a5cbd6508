/** API documentation: OpenAPI 3.1 from the table of operations, and Swagger UI for it. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { type Response, Router } from 'express';
import { MemoizedResponse } from '#server/api/implement.ts';
import type { Config } from '#server/platform/config.ts';

/** Built on the first call, then memoized; the ETag lets callers cache it too. */
export function openApi(config: Pick<Config, 'appUrl' | 'operator'>) {
  let docsPromise: Promise<MemoizedResponse<OpenApi>> | undefined;
  return ({ res }: { res: Response }) => {
    res.set('Cache-Control', 'public, max-age=300');
    docsPromise ??= document(config);
    return docsPromise;
  };
}

type OpenApi = { openapi: '3.1.0' };

async function document({ appUrl, operator: { name, email } }: Pick<Config, 'appUrl' | 'operator'>) {
  const { openApiDocument } = await import('./openapi.ts');
  const value = openApiDocument({ appUrl, contact: { name, email } }) as OpenApi;
  const json = JSON.stringify(value);
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
  return new MemoizedResponse(value, { json: () => json, etag });
}

/** The page has no inline script or style; Swagger UI sets element styles through the DOM only. */
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:;",
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join(' ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Deckle API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png">
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body><main id="swagger-ui"></main></body>
</html>
`;

/**
 * Groups start closed: Swagger UI only renders the visible part of a long list, which the browser's search can't find.
 */
const START = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
});
`;
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** /api/docs: the page, a one-line script, and the package's own files. */
export function apiDocs(): Router {
  const router = Router();
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  router.use((_req, res, next) => {
    res.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'public, max-age=300' });
    next();
  });
  router.get('/', (_req, res) => {
    res.type('html').send(PAGE);
  });
  router.get('/start.js', (_req, res) => {
    res.type('js').send(START);
  });
  for (const file of FILES) router.get(`/${file}`, (_req, res) => res.sendFile(file, { root: folder }));
  return router;
}
