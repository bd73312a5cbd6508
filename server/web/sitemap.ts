/** `/sitemap.xml` lists the parts, `/sitemaps/{kind}-{n}.xml`. Those of records are streamed, whatever their size. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Response, Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { PAGES } from './sitemap-pages.ts';
import { KINDS, listParts, readEntries, type SitemapKind } from './sitemap-records.ts';
import { xmlText } from './xml.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const PART = /^\/sitemaps\/([a-z-]+)-([1-9]\d{0,5})\.xml$/;

export function sitemap(deps: Pick<Deps, 'db' | 'now' | 'config'>): Router {
  const { appUrl } = deps.config;
  const router = Router();
  router.get('/sitemap.xml', async (_req, res) => {
    setHeaders(res).send(await indexOf(deps));
  });
  router.get('/sitemaps/pages-1.xml', (_req, res) => {
    setHeaders(res).send(
      `${HEAD}<urlset ${XMLNS}>\n${PAGES.map((path) => urlXml(appUrl + path, null)).join('')}</urlset>\n`,
    );
  });
  router.get(PART, async (req, res, next) => {
    const name = String(req.params[0]);
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    const n = Number(req.params[1]);
    if (!kind || !(await listParts(deps.db, kind, deps.now())).some((part) => part.n === n)) return next();
    await pipeline(Readable.from(linesOf(deps, kind, n)), setHeaders(res));
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

async function* linesOf({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>, kind: SitemapKind, n: number) {
  yield `${HEAD}<urlset ${XMLNS}>\n`;
  for await (const entry of readEntries(db, kind, n, now()))
    yield urlXml(config.appUrl + kind.path(entry), entry.lastmod);
  yield '</urlset>\n';
}

const setHeaders = (res: Response) => res.set('Cache-Control', 'public, max-age=3600').type('application/xml');
const lastmodXml = (at: Date | null) => (at ? `<lastmod>${at.toISOString()}</lastmod>` : '');
const urlXml = (loc: string, at: Date | null) => `<url><loc>${xmlText(loc)}</loc>${lastmodXml(at)}</url>\n`;
const partXml = (loc: string, at: Date | null) => `<sitemap><loc>${xmlText(loc)}</loc>${lastmodXml(at)}</sitemap>\n`;
