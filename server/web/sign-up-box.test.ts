/** The sign-up box and the feeds that each kind of page offers to readers. */
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createAuthor, createBook, createPartner, MYSTERY } from '#server/testing/factories.ts';

const ROMANCE = 6;

let server: TestServer;
let pages: { book: string; author: string; adultBook: string; readerPost: string };
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  const { db, now } = server.deps;
  const partner = await createPartner(server);
  const author = await createAuthor(partner);
  const book = await createBook(partner, { author_id: author.id });
  const adult = await db.category.findFirstOrThrow({ where: { is_adult: true } });
  const adultBook = await createBook(partner, { category_id: adult.id, content_rating: 'adult' });
  const post = { title: 'Five mystery novels for a rainy week', slug: 'five-mysteries' };
  const readerPost = await db.readerBlog.create({ data: { ...post, body: 'Rain.', published_at: now() } });
  pages = {
    book: `/books/${book.id}/x`,
    author: `/authors/${author.id}/x`,
    adultBook: `/books/${adultBook.id}/x`,
    readerPost: `/reader-blog/${readerPost.id}/five-mysteries`,
  };
}, 60_000);
afterAll(() => server.close());

/** The page's HTML, after a redirect to its canonical URL. */
const htmlOf = async (path: string) => (await supertest(server.url).get(path).redirects(1).expect(200)).text;
const genreIn = (html: string) => /name="genres" value="(\w+)"/.exec(html)?.[1];
const feedsIn = (html: string) =>
  [...html.matchAll(/<link rel="alternate"[^>]*href="([^"]*)"/g)].map(([, href]) => href);

it.each([
  ['a book', () => pages.book, String(MYSTERY)],
  ['an author', () => pages.author, String(MYSTERY)],
  ['a post of the reader blog about a genre', () => pages.readerPost, String(MYSTERY)],
  ['a genre guide', () => '/author-resources/running-successful-promotions-romance', String(ROMANCE)],
  ['an adult book', () => pages.adultBook, 'all'],
  ['a page without a genre', () => '/pricing', 'all'],
])('is for the genre of %s, or for all genres if it has none to offer', async (_, path, genre) => {
  expect(genreIn(await htmlOf(path()))).toBe(genre);
});

it.each([
  ['/', ['/feeds/deals.rss']],
  ['/ebook-deals', ['/feeds/deals.rss']],
  [`/categories/${MYSTERY}/mystery`, ['/feeds/mystery.rss']],
])('names the feeds of %s for feed readers', async (path, feeds) => {
  expect(feedsIn(await htmlOf(path))).toEqual(feeds);
});

it('comes with a link to the newsletter archive', async () => {
  expect(await htmlOf(pages.book)).toContain('<a href="/newsletter/archive"');
});
