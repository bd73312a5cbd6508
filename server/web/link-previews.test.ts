/** Pictures for link previews, and the tags that name them. */
import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createAuthor, createBook, createPartner } from '#server/testing/factories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
}, 60_000);
afterAll(() => server.close());

const get = (path: string) => supertest(server.url).get(path);
const imageIn = (html: string) => /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1];

it('names a 1200 × 630 picture on every kind of public page', async () => {
  const partner = await createPartner(server);
  const author = await createAuthor(partner, { name: 'Imogen Hart' });
  const book = await createBook(partner, { author_id: author.id, title: 'Gull “Point” & Co' });
  const { db, now } = server.deps;
  const { slug, id } = await db.category.findFirstOrThrow();
  const post = { title: 'Free or 99 cents?', slug: 'free-or-99', body: 'It depends.', published_at: now() };
  const blog = await db.blog.create({ data: post });
  const readerBlog = await db.readerBlog.create({ data: post });
  const pages = {
    [`/books/${book.id}/gull-point-co`]: `/previews/books/${book.id}.png`,
    [`/authors/${author.id}/imogen-hart`]: `/previews/authors/${author.id}.png`,
    [`/categories/${id}/${slug}`]: `/previews/categories/${id}.png`,
    [`/blog/${blog.id}/free-or-99`]: `/previews/blog/${blog.id}.png`,
    [`/reader-blog/${readerBlog.id}/free-or-99`]: `/previews/reader-blog/${readerBlog.id}.png`,
    '/ebook-deals': '/previews/deckle.png',
    '/today': '/previews/today.png',
    '/marketing-guide/book-marketing-plan': '/previews/deckle.png',
  };
  for (const [page, picture] of Object.entries(pages)) {
    const { text } = await get(page).expect(200);
    expect(imageIn(text)).toBe(server.url + picture);
    expect(text).toContain(
      '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">',
    );
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
    const { body, type } = await get(picture).expect(200);
    const { format, width, height } = await sharp(body).metadata();
    expect([type, format, width, height]).toEqual(['image/png', 'png', 1200, 630]);
  }
  const { text } = await get(`/books/${book.id}/gull-point-co`);
  expect(text).toContain('<meta property="og:image:alt" content="Gull “Point” &amp; Co by Imogen Hart">');
});

it('has no picture for drafts or missing records', async () => {
  const draft = await createBook(await createPartner(server), { status: 'draft' });
  for (const path of [`books/${draft.id}`, 'books/999999', 'authors/999999', 'users/1', 'books/0'])
    await get(`/previews/${path}.png`).expect(404);
});
