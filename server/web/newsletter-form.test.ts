/** The form that other sites frame. */
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
}, 60_000);
afterAll(() => server.close());

const get = (path: string) => supertest(server.url).get(path);

it('can be framed by any site and has no script; other pages can’t be framed', async () => {
  const { text, headers } = await get('/newsletter/embed/mystery').expect(200);
  expect(headers['content-security-policy']).toContain('frame-ancestors *');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['x-frame-options']).toBeUndefined();
  expect(text).toContain('Mystery ebook deals by email');
  expect(text).toContain('<form method="post" action="/newsletter/embed/mystery">');
  expect(text).not.toContain('<script');
  const { headers: page } = await get('/newsletter/mystery').expect(200);
  expect(page['content-security-policy']).toContain("frame-ancestors 'none'");
});

it('signs up for its genre and shows the result in the frame', async () => {
  const { text } = await get('/newsletter/embed/mystery').expect(200);
  const genres = /name="genres" value="(\d+)"/.exec(text)![1];
  const send = (email: string, site = 'same-origin') =>
    supertest(server.url)
      .post('/newsletter/embed/mystery')
      .type('form')
      .set('sec-fetch-site', site)
      .send({ email, genres });
  expect((await send('framed@example.test')).headers.location).toBe('/newsletter/embed/mystery?sent=done');
  expect((await get('/newsletter/embed/mystery?sent=done')).text).toContain('Check your inbox.');
  expect((await send('nobody')).headers.location).toBe('/newsletter/embed/mystery?sent=check');
  expect((await get('/newsletter/embed/mystery?sent=check')).text).toContain('Check the address');
  await send('elsewhere@example.test', 'cross-site').expect(403);
  const readers = await server.deps.db.reader.findMany({
    where: { email: { endsWith: '@example.test' } },
    include: { categories: true },
  });
  expect(readers).toMatchObject([
    {
      ...{ email: 'framed@example.test', sign_up_source: 'embed', status: 'pending' },
      categories: [{ category_id: Number(genres) }],
    },
  ]);
});

it('has a form for all genres together, but none for adult or unknown genres', async () => {
  expect((await get('/newsletter/embed/all').expect(200)).text).toContain('name="genres" value="all"');
  const adult = await server.deps.db.category.findFirstOrThrow({ where: { is_adult: true } });
  for (const slug of [adult.slug, 'nothing']) {
    await get(`/newsletter/embed/${slug}`).expect(404);
    await get('/newsletter/embed/%00').expect(404);
    await get(`/newsletter/${slug}`).expect(404);
  }
});
