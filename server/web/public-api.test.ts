/** A page rendered on the server and the same page in the browser read the same: in process and over HTTP. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { httpPublicApi } from '#client/api/http-public-api.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createAuthor,
  createBook,
  createStaff,
  insertPartners,
  type PartnerClient,
} from '#server/testing/factories.ts';
import type { PublicApi } from '#shared/public-api.ts';
import { publicApi } from './public-api.ts';

let server: TestServer;
let inProcess: PublicApi;
beforeAll(async () => {
  server = await startTestServer();
  inProcess = publicApi(server.deps);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(server.url + path, init));
  await fill();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

async function fill() {
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
  ['books', (api) => api.books({ sort_col: 'popularity', store: 'kobo', per: 5 })],
  ['a book', (api) => api.book(1)],
  ['an author', (api) => api.author(1)],
  ['categories', (api) => api.categories()],
  ['super categories', (api) => api.superCategories()],
  ['posts', (api) => api.blogs({ q: 'day', per: 2, page: 1 })],
  ['a post', (api) => api.blog(1)],
  ['blog categories', (api) => api.blogCategories()],
  ['a blog category', (api) => api.blogCategory(1, { per: 2, page: 2 })],
  ['tags', (api) => api.tags()],
  ['posts for readers', (api) => api.readerBlogs({})],
  ['a post for readers', (api) => api.readerBlog(1)],
  ['categories for readers', (api) => api.readerBlogCategories()],
  ['a category for readers', (api) => api.readerBlogCategory(1)],
  ['promotion sites', (api) => api.promotionSites({ genre: 'romance', free: false, price_max: 50, per: 3 })],
  ['a promotion site', (api) => api.promotionSite(1)],
  ['reviews', (api) => api.promotionSiteReviews({ promotion_site_id: 1, sort_col: 'helpful_count' })],
  ['statistics', (api) => api.statistics()],
  ['prices', (api) => api.pricing()],
])('reads the same %s', async (_, read) => {
  const answer = await read(inProcess);
  expect(JSON.stringify(answer).length).toBeGreaterThan(60);
  expect(await read(httpPublicApi)).toEqual(JSON.parse(JSON.stringify(answer)));
});

it.each<[string, (api: PublicApi) => Promise<unknown>]>([
  ['book', (api) => api.book(999)],
  ['draft', (api) => api.blog(4)],
  ['blog category', (api) => api.blogCategory(999)],
  ['post for readers', (api) => api.readerBlog(999)],
  ['category for readers', (api) => api.readerBlogCategory(999)],
  ['promotion site', (api) => api.promotionSite(999)],
])('finds no %s that there is not, either way', async (_, read) => {
  await expect(read(inProcess)).rejects.toMatchObject({ status: 404 });
  await expect(read(httpPublicApi)).rejects.toMatchObject({ kind: 404 });
});

it('reads the genres again after half a minute, and not for each page', async () => {
  const { clock, deps } = server;
  const nameOf = async () => (await inProcess.categories()).find(({ id }) => id === 1)!.name;
  const before = await nameOf();
  await deps.db.category.update({ where: { id: 1 }, data: { name: 'Quiet Mysteries' } });
  expect(await nameOf()).toBe(before);
  clock.set(new Date(clock.now().getTime() + 30_001));
  expect(await nameOf()).toBe('Quiet Mysteries');
});
