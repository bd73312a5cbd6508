/** Lists of authors and past deals on public pages, in process and over HTTP. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { approvedBookOf } from '#server/testing/approved-book.ts';
import { createAuthor, createPartner, createPromotion, visitor } from '#server/testing/factories.ts';
import { authorsApi } from '#shared/api/authors.ts';
import { booksApi } from '#shared/api/books.ts';
import { apiRoutes } from '../app.ts';
import { publicApi } from './public-api.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const api = () => publicApi(apiRoutes(server.deps), server.deps.now);

it('lists authors by initial regardless of case', async () => {
  const partner = await createPartner(server);
  for (const name of ['Vera Quist', 'ottilie brandt', 'Oskar Lind']) await createAuthor(partner, { name });
  const { authors, meta } = await api()(authorsApi).list({ query: { letter: 'o' } });
  expect(authors.map(({ name }) => name).sort()).toEqual(['Oskar Lind', 'ottilie brandt']);
  expect(meta.total_count).toBe(2);
  const res = await visitor(server).get('/authors?letter=v').expect(200);
  expect(res.body.authors.map(({ name }: { name: string }) => name)).toEqual(['Vera Quist']);
  await visitor(server).get('/authors?letter=%25').expect(422);
});

it("lists a book's sent deals that have ended, and no others", async () => {
  const { id, book } = await createPromotion(server);
  const pastDeals = async () =>
    (await api()(booksApi).show({ id: book.id, query: { joins: ['past_deals'] } })).book.past_deals!;
  const approved = await approvedBookOf(server.deps.db, book.id);
  const day = new Date('2026-11-20');
  const ended = { requested_date: day, promotion_date: day, deal_ends_on: new Date('2026-11-25'), ...approved };
  await server.deps.db.promotion.update({ where: { id }, data: ended });
  expect(await pastDeals()).toEqual([]);
  await server.deps.db.promotion.update({ where: { id }, data: { sent_at: new Date('2026-11-20T18:00:00Z') } });
  expect(await pastDeals()).toMatchObject([
    { promotion_id: id, promotion_date: '2026-11-20', deal_ends_on: '2026-11-25' },
  ]);
  const res = await visitor(server).get(`/books/${book.id}?joins[]=past_deals`).expect(200);
  expect(res.body.book.past_deals).toHaveLength(1);
  expect((await visitor(server).get(`/books/${book.id}`).expect(200)).body.book).not.toHaveProperty('past_deals');
  await server.deps.db.promotion.update({ where: { id }, data: { deal_ends_on: new Date('2026-12-01') } });
  expect(await pastDeals()).toEqual([]);
});
