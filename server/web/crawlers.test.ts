/** Content for crawlers: robots.txt, sitemaps, and feeds. */

import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadAllScreens } from '#client/app/areas.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { approvedBookOf } from '#server/testing/approved-book.ts';
import {
  createAuthor,
  createBook,
  createPartner,
  createPromotion,
  createReader,
  visitor,
} from '#server/testing/factories.ts';
import { apiRoutes } from '../app.ts';
import { feedRoutes } from './feeds.ts';
import { publicApi } from './public-api.ts';
import { robotsRoutes } from './robots.ts';
import { sitemapRoutes } from './sitemap.ts';
import { PAGES } from './sitemap-pages.ts';
import { KINDS, listParts, readEntries } from './sitemap-records.ts';

let server: TestServer;
let get: (path: string) => supertest.Test;
beforeAll(async () => {
  server = await startTestServer();
  const { deps } = server;
  const app = express().use(
    robotsRoutes(deps.config.appUrl, { isClosed: false }),
    sitemapRoutes(deps),
    feedRoutes(deps, publicApi(apiRoutes(deps), deps.now)),
  );
  get = (path) => supertest(app).get(path);
});
afterAll(() => server.close());

const textOf = async (path: string) => {
  const res = await get(path).buffer(true).expect(200);
  return res.text ?? String(res.body);
};

it('lists the sitemap and the disallowed paths in robots.txt', async () => {
  const text = await textOf('/robots.txt');
  expect(text).toContain(`Sitemap: ${server.url}/sitemap.xml\n`);
  expect(text).toContain('Disallow: /api/\n');
  expect(text).toContain('Disallow: /u$\nDisallow: /u/\n');
  expect(text).not.toContain('Disallow: /\n');
  expect(text).not.toContain('Disallow: /partners\n');
});

it('has a sitemap part with exactly the public pages that have no record', async () => {
  const hasNoParameters = (path: string) => !path.includes(':');
  const publicScreens = (await loadAllScreens()).filter(
    // The comparison is empty until its query names sites.
    ({ access, prefetch, path }) =>
      access === 'public' && prefetch && hasNoParameters(path) && path !== '/best-book-promotion-sites/compare',
  );
  expect([...PAGES].sort()).toEqual(
    [...publicScreens.map(({ path }) => path), '/ebook-deals', '/ebook-deals/free-ebooks', '/newsletter'].sort(),
  );
});

it('lists active books in the sitemap with their last change, in parts linked from the index', async () => {
  const partner = await createPartner(server);
  const author = await createAuthor(partner, { name: 'Ottilie Brandt' });
  const book = await createBook(partner, { title: 'Tea & Cake', author_id: author.id });
  const draft = await createBook(partner, { title: 'Not yet', status: 'draft' });
  expect(await textOf('/sitemap.xml')).toContain(`<loc>${server.url}/sitemaps/books-1.xml</loc><lastmod>20`);
  expect(await textOf('/sitemap.xml')).toContain(`<loc>${server.url}/sitemaps/pages-1.xml</loc>`);
  const books = await textOf('/sitemaps/books-1.xml');
  expect(books).toMatch(new RegExp(`<loc>${server.url}/books/${book.id}/tea-cake</loc><lastmod>20`));
  expect(books).not.toContain(`/books/${draft.id}/`);
  expect(await textOf('/sitemaps/authors-1.xml')).toContain(`/authors/${author.id}/ottilie-brandt</loc>`);
  expect(await textOf('/sitemaps/pages-1.xml')).toContain(`<loc>${server.url}/pricing</loc>`);
  await get('/sitemaps/books-2.xml').expect(404);
  await get('/sitemaps/partners-1.xml').expect(404);
  await get('/sitemaps/constructor-1.xml').expect(404);
});

it('builds the sitemap index at most once an hour', async () => {
  const { deps, clock } = server;
  const app = express().use(sitemapRoutes(deps));
  const textOf = async (path: string) => (await supertest(app).get(path).buffer(true).expect(200)).text;
  const part = '/sitemaps/blog-categories-1.xml';
  expect(await textOf('/sitemap.xml')).not.toContain(part);
  const where = { slug: 'craft' };
  await deps.db.blogCategory.create({ data: { ...where, name: 'Craft' } });
  try {
    expect(await textOf(part)).toContain('/craft</loc>');
    expect(await textOf('/sitemap.xml')).not.toContain(part);
    clock.set(new Date(clock.now().getTime() + 3_600_001));
    expect(await textOf('/sitemap.xml')).toContain(part);
  } finally {
    await deps.db.blogCategory.delete({ where });
  }
});

it('assigns each record to one part by its id', async () => {
  const { db } = server.deps;
  const kind = KINDS.categories!;
  const now = server.clock.now();
  const ids: number[] = [];
  for (const { n } of await listParts(db, kind, now, 10)) {
    const part: number[] = [];
    for await (const { id } of readEntries(db, kind, n, now, 10)) part.push(id);
    expect(part.length).toBeLessThanOrEqual(10);
    ids.push(...part);
  }
  const all = await db.category.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  expect(ids).toEqual(all.map(({ id }) => id));
});

it("has a feed of a category's running deals, with markup escaped", async () => {
  const { id, book } = await createPromotion(server);
  await server.deps.db.book.update({ where: { id: book.id }, data: { title: 'Cats & <Dogs>' } });
  const { category } = await server.deps.db.book.findUniqueOrThrow({
    where: { id: book.id },
    include: { category: true },
  });
  expect(await textOf(`/feeds/${category!.slug}.rss`)).not.toContain('<item>');
  await server.deps.db.promotion.update({
    where: { id },
    data: {
      ...{ sent_at: server.clock.now(), promotion_date: new Date('2026-12-01'), deal_ends_on: new Date('2026-12-05') },
      ...(await approvedBookOf(server.deps.db, book.id)),
    },
  });
  const feed = await textOf(`/feeds/${category!.slug}.rss`);
  expect(feed).toContain('<title>Cats &amp; &lt;Dogs&gt;');
  expect(feed).toContain(`<link>${server.url}/books/${book.id}/`);
  expect(feed).toContain('<pubDate>Tue, 01 Dec 2026 17:00:00 GMT</pubDate>');
  // Ids don't contain the site's address, so they stay the same when the site moves.
  expect(feed).toContain(`<guid isPermaLink="false">deckle:deal:${id}</guid>`);
  expect(await textOf('/feeds/deals.rss')).toContain(`deckle:deal:${id}<`);
  expect(feed).toContain('Until Saturday December 5th, 2026.');
  await get('/feeds/no-such-category.rss').expect(404);
  await get('/feeds/%00.rss').expect(404);
});

it('has a feed of a reader’s deals, whose URL doesn’t contain the reader’s uuid', async () => {
  const { uuid } = await createReader(server);
  const { feed_path } = (await visitor(server).get(`/readers/${uuid}`).expect(200)).body.reader;
  expect(feed_path).not.toContain(uuid);
  expect(await textOf(feed_path)).toContain('Cats &amp; &lt;Dogs&gt;');
  await server.deps.db.reader.update({ where: { uuid }, data: { free_only: true } });
  expect(await textOf(feed_path)).not.toContain('<item>');
  await get(feed_path.replace('readers/', 'readers/x')).expect(404);
});

it('lists in a reader’s feed only running deals that fit their preferences', async () => {
  const { db } = server.deps;
  const { book } = await createPromotion(server);
  const row = await db.book.findUniqueOrThrow({ where: { id: book.id }, omit: { id: true, store_data: true } });
  const { id: adult_category } = await db.category.findFirstOrThrow({ where: { is_adult: true } });
  const add = async (titles: string[], data: object, promotion_date = new Date('2026-11-29')) => {
    const books = await db.book.createManyAndReturn({
      data: titles.map((title) => ({ ...row, asin: null, title, slug: title.toLowerCase() })),
    });
    const { partner_id } = row;
    await db.promotion.createMany({
      data: await Promise.all(
        books.map(async ({ id: book_id }) => ({
          ...{ partner_id, book_id, category_id: 1, approval_status: 'approved' as const },
          ...(await approvedBookOf(db, book_id)),
          ...{ requested_date: promotion_date, promotion_date, deal_ends_on: new Date('2026-12-05') },
          ...{ price_type: 'discounted' as const, sale_price_cents: 99, current_price_cents: 999, cpc_cents: 40 },
          ...{ max_cost_cents: 6000, sent_at: promotion_date, ...data },
        })),
      ),
    });
  };
  await add(['Eldest'], {}, new Date('2026-11-28'));
  await add(
    Array.from({ length: 100 }, (_, index) => `Newer ${index}`),
    { category_id: 2 },
  );
  await add(['Too adult'], { category_id: adult_category });
  await add(['Sold nowhere'], { reviewed_store_urls: {} });
  await add(['Canceled since'], { cancelled_at: server.deps.now() });

  const { uuid } = await createReader(server);
  const { id: reader_id } = await db.reader.findUniqueOrThrow({ where: { uuid } });
  await db.readerCategory.deleteMany({ where: { reader_id } });
  await db.readerCategory.createMany({ data: [1, adult_category].map((category_id) => ({ reader_id, category_id })) });
  // The list of running deals is cached for a minute.
  server.clock.set(new Date(server.clock.now().getTime() + 61_000));
  const feed = await textOf((await visitor(server).get(`/readers/${uuid}`).expect(200)).body.reader.feed_path);
  expect(feed).toContain('Eldest');
  for (const title of ['Newer', 'Too adult', 'Sold nowhere', 'Canceled since']) expect(feed).not.toContain(title);
});

it("has feeds of both blogs' published posts", async () => {
  const post = {
    slug: 'pick-a-day',
    title: 'Pick a day',
    body: 'Monday.',
    published_at: new Date('2026-11-01T12:00:00Z'),
  };
  const later = { ...post, slug: 'later', title: 'Later', published_at: new Date('2027-01-01T12:00:00Z') };
  await server.deps.db.blog.createMany({ data: [post, later] });
  await server.deps.db.readerBlog.createMany({ data: [post, later] });
  for (const name of ['blog', 'reader-blog']) {
    const feed = await textOf(`/feeds/${name}.rss`);
    expect(feed).toContain('<title>Pick a day</title>');
    expect(feed).toContain('<pubDate>Sun, 01 Nov 2026 12:00:00 GMT</pubDate>');
    expect(feed).not.toContain('Later');
    expect(await textOf(`/sitemaps/${name}-1.xml`)).not.toContain('/later</loc>');
  }
});
