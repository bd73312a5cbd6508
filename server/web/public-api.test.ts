/** Server-rendered pages and the browser read the same data: in process and over HTTP. */

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { publicClient } from '#client/api/client.ts';
import { apiRoutes } from '#server/app.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createAuthor,
  createBook,
  createStaff,
  insertPartners,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { authorsApi } from '#shared/api/authors.ts';
import { blogApi } from '#shared/api/blog.ts';
import { booksApi } from '#shared/api/books.ts';
import { categoriesApi } from '#shared/api/categories.ts';
import type { PublicApi } from '#shared/api/client.ts';
import { promotionCountsApi } from '#shared/api/promotion-counts.ts';
import { promotionSitesApi } from '#shared/api/promotion-sites.ts';
import { statisticsApi } from '#shared/api/statistics.ts';
import { webApi } from '#shared/api/web.ts';
import { publicApi } from './public-api.ts';

let server: TestServer;
let inProcess: PublicApi;
const overHttp = publicClient();
beforeAll(async () => {
  server = await startTestServer();
  inProcess = publicApi(apiRoutes(server.deps), server.deps.now);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(server.url + path, init));
  await seed();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

async function seed() {
  const staff = await createStaff(server);
  const [ada, bea] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
  const author = await createAuthor(ada);
  await createBook(ada, { author_id: author.id });
  const { db } = server.deps;
  const category = await db.blogCategory.create({ data: { slug: 'pricing', name: 'Pricing' } });
  const post = { body: '# Hello', blog_category_id: category.id, tag_names: ['One', 'Two'] };
  for (const day of ['01', '02', '03'])
    await staff
      .post('/blogs')
      .send({ ...post, title: `Day ${day}`, published_at: `2026-11-${day}T12:00:00Z` })
      .expect(201);
  await staff
    .post('/blogs')
    .send({ ...post, title: 'Draft' })
    .expect(201);
  const habits = await db.readerBlogCategory.create({ data: { slug: 'habits', name: 'Habits' } });
  const published_at = new Date('2026-11-20T12:00:00Z');
  const text = { title: 'Ten', slug: 'ten', body: 'A *word*', published_at, reader_blog_category_id: habits.id };
  await db.readerBlog.create({ data: text });
  const words = { promotion_site_id: 1, rating: 4, title: 'Steady', body: 'We sold more than in all of last spring.' };
  for (const partner of [ada, bea]) await partner.post('/promotion_site_reviews').send(words).expect(201);
}

it.each<[string, (api: PublicApi) => Promise<unknown>]>([
  ['books', (api) => api(booksApi).list({ query: { sort_col: 'popularity', store: 'kobo', per: 5 } })],
  ['a book', (api) => api(booksApi).show({ id: 1, query: { joins: ['author', 'category', 'past_deals'] } })],
  ['an author', (api) => api(authorsApi).show({ id: 1, query: { joins: ['past_deals'] } })],
  ['categories', (api) => api(categoriesApi).list({ query: { per: 100, sort_col: 'position' } })],
  ['super categories', (api) => api(categoriesApi).listSuper({ query: { joins: ['categories'] } })],
  ['posts', (api) => api(blogApi).list({ query: { q: 'day', per: 2, page: 1, joins: ['tags', 'user'] } })],
  ['a post', (api) => api(blogApi).show({ id: 1, query: { joins: ['blog_category'] } })],
  ['blog categories', (api) => api(blogApi).listCategories()],
  ['a blog category', (api) => api(blogApi).showCategory({ id: 1, query: { per: 2, page: 2 } })],
  ['tags', (api) => api(blogApi).listTags()],
  ['posts for readers', (api) => api(blogApi).listForReaders()],
  ['a post for readers', (api) => api(blogApi).showForReaders({ id: 1 })],
  ['categories for readers', (api) => api(blogApi).listReaderCategories()],
  ['a category for readers', (api) => api(blogApi).showReaderCategory({ id: 1 })],
  [
    'promotion sites',
    (api) => api(promotionSitesApi).list({ query: { genre: 'romance', free: false, price_max: 50, per: 3 } }),
  ],
  ['a promotion site', (api) => api(promotionSitesApi).show({ id: 1 })],
  [
    'reviews',
    (api) => api(promotionSitesApi).listReviews({ query: { promotion_site_id: 1, sort_col: 'helpful_count' } }),
  ],
  ['statistics', (api) => api(statisticsApi).statistics()],
  ['prices', (api) => api(statisticsApi).pricing()],
  ['slots', (api) => api(promotionCountsApi).list({ query: { category_id: 1, per: 14 } })],
  ['session', (api) => api(webApi).session()],
])('reads the same %s', async (_, read) => {
  const result = await read(inProcess);
  expect(JSON.stringify(result).length).toBeGreaterThan(60);
  expect(await read(overHttp)).toEqual(JSON.parse(JSON.stringify(result)));
});

it.each<[string, (api: PublicApi) => Promise<unknown>]>([
  ['a missing book', (api) => api(booksApi).show({ id: 999 })],
  ['a draft', (api) => api(blogApi).show({ id: 4 })],
  ['a missing blog category', (api) => api(blogApi).showCategory({ id: 999 })],
  ['a missing post for readers', (api) => api(blogApi).showForReaders({ id: 999 })],
  ['a missing category for readers', (api) => api(blogApi).showReaderCategory({ id: 999 })],
  ['a missing promotion site', (api) => api(promotionSitesApi).show({ id: 999 })],
])('answers 404 for %s both ways', async (_, read) => {
  await expect(read(inProcess)).rejects.toMatchObject({ status: 404 });
  await expect(read(overHttp)).rejects.toMatchObject({ kind: 404 });
});

it("can't change anything in process, because it calls only public reads", async () => {
  await expect(inProcess(blogApi).preview({ body: { body: 'x' } })).rejects.toMatchObject({ status: 404 });
  await expect(inProcess(webApi).reportError({ body: null })).rejects.toMatchObject({ status: 404 });
});

it('caches the genres for half a minute', async () => {
  const { clock, deps } = server;
  const nameOf = async () =>
    (await inProcess(categoriesApi).list({ query: { per: 100 } })).categories.find(({ id }) => id === 1)!.name;
  const before = await nameOf();
  await deps.db.category.update({ where: { id: 1 }, data: { name: 'Quiet Mysteries' } });
  expect(await nameOf()).toBe(before);
  clock.set(new Date(clock.now().getTime() + 30_001));
  expect(await nameOf()).toBe('Quiet Mysteries');
});
