/** `/sitemap.xml` lists the parts, `/sitemaps/{kind}-{n}.xml`. Parts with records are streamed, whatever their size. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Response, Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { ignoreCanceledDownload } from '#server/platform/http/csv.ts';
import { memoizeFor } from '#server/platform/memoize.ts';
import { PAGES } from './sitemap-pages.ts';
import { type Entry, KINDS, listParts, readEntries, type SitemapKind } from './sitemap-records.ts';
import { xmlText } from './xml.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const MAX_AGE_SECONDS = 3600;
const PART = /^\/sitemaps\/([a-z-]+)-([1-9]\d{0,5})\.xml$/;

export function sitemapRoutes(deps: Pick<Deps, 'db' | 'now' | 'config'>): Router {
  const { appUrl } = deps.config;
  const router = Router();
  // Building the index reads every record with a page.
  const index = memoizeFor((_: null) => indexOf(deps), {
    ...{ key: () => 'index', max: 1, ttlMs: MAX_AGE_SECONDS * 1000, now: deps.now },
  });
  router.get('/sitemap.xml', async (_req, res) => {
    setHeaders(res).send(await index(null));
  });
  router.get('/sitemaps/pages-1.xml', (_req, res) => {
    setHeaders(res).send(
      `${HEAD}<urlset ${XMLNS}>\n${PAGES.map((path) => urlXml(appUrl + path, null)).join('')}</urlset>\n`,
    );
  });
  router.get(PART, async (req, res, next) => {
    const name = String(req.params[0]);
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (!kind) return next();
    const entries = readEntries(deps.db, kind, Number(req.params[1]), deps.now());
    const first = await entries.next();
    if (first.done) return next();
    await pipeline(Readable.from(linesOf(appUrl, kind, first.value, entries)), setHeaders(res)).catch(
      ignoreCanceledDownload,
    );
  });
  return router;
}

async function indexOf({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>) {
  const at = now();
  const kinds = await Promise.all(
    Object.entries(KINDS).map(async ([name, kind]) =>
      (await listParts(db, kind, at)).map(({ n, lastmod }) =>
        partXml(`${config.appUrl}/sitemaps/${name}-${n}.xml`, lastmod),
      ),
    ),
  );
  const pages = partXml(`${config.appUrl}/sitemaps/pages-1.xml`, null);
  return `${HEAD}<sitemapindex ${XMLNS}>\n${pages}${kinds.flat().join('')}</sitemapindex>\n`;
}

async function* linesOf(appUrl: string, kind: SitemapKind, first: Entry, others: AsyncIterable<Entry>) {
  const lineOf = (entry: Entry) => urlXml(appUrl + kind.path(entry), entry.lastmod);
  yield `${HEAD}<urlset ${XMLNS}>\n${lineOf(first)}`;
  for await (const entry of others) yield lineOf(entry);
  yield '</urlset>\n';
}

const setHeaders = (res: Response) =>
  res.set('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`).type('application/xml');
const lastmodXml = (at: Date | null) => (at ? `<lastmod>${at.toISOString()}</lastmod>` : '');
const urlXml = (loc: string, at: Date | null) => `<url><loc>${xmlText(loc)}</loc>${lastmodXml(at)}</url>\n`;
const partXml = (loc: string, at: Date | null) => `<sitemap><loc>${xmlText(loc)}</loc>${lastmodXml(at)}</sitemap>\n`;
