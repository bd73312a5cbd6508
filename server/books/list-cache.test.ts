import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { approvedBookOf } from '#server/testing/approved-book.ts';
import { createBook, insertPartners, type PartnerClient, visitor } from '#server/testing/factories.ts';

let server: TestServer;
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterAll(() => server.close());

const list = async (query = '') => (await visitor(server).get(`/books?${query}`).expect(200)).body;
const titles = async (query?: string) => (await list(query)).books.map(({ title }: { title: string }) => title);

it('shows changes immediately although books are cached', async () => {
  const author = (await partner.post('/authors').send({ name: 'Kept' }).expect(201)).body.author;
  const { id } = await createBook(partner, { title: 'First title', author_id: author.id });
  const shown = async () => (await list()).books.find((book: { id: number }) => book.id === id);
  expect([(await shown()).title, (await shown()).author_name]).toEqual(['First title', 'Kept']);
  await partner.patch(`/books/${id}`).send({ title: 'Second title' }).expect(200);
  await partner.patch(`/authors/${author.id}`).send({ name: 'Renamed' }).expect(200);
  expect([(await shown()).title, (await shown()).author_name]).toEqual(['Second title', 'Renamed']);
  await partner.patch(`/books/${id}`).send({ status: 'archived' }).expect(200);
  expect(await shown()).toBeUndefined();
});

it('shows a running deal from its newsletter to its last day, despite what was cached before', async () => {
  const { id } = await createBook(partner, { title: 'On and off' });
  const runningDeal = async () => (await list()).books.find((book: { id: number }) => book.id === id).deal;
  const day = (date: string) => new Date(`${date}T00:00:00Z`);
  expect(await runningDeal()).toBeNull();
  const promotion = await server.deps.db.promotion.create({
    data: {
      partner_id: partner.id,
      book_id: id,
      category_id: 1,
      approval_status: 'approved',
      price_type: 'discounted',
      ...(await approvedBookOf(server.deps.db, id)),
      requested_date: day('2026-11-28'),
      promotion_date: day('2026-11-28'),
      deal_ends_on: day('2026-12-01'),
      sale_price_cents: 99,
      current_price_cents: 999,
      cpc_cents: 40,
      max_cost_cents: 6000,
    },
  });
  expect(await runningDeal()).toBeNull();
  await server.deps.db.promotion.update({ where: { id: promotion.id }, data: { sent_at: day('2026-11-28') } });
  expect((await runningDeal()).sale_price_cents).toBe(99);
  server.clock.set(new Date('2026-12-03T20:00:00Z'));
  expect(await runningDeal()).toBeNull();
});

it('returns the same pages as an uncached list, in both directions, also after a book is added', async () => {
  for (let n = 0; n < 23; n += 1)
    await createBook(partner, { title: `Page ${n}`, category_id: 20, secondary_category_id: n % 3 ? 21 : null });
  for (const filter of ['category_id=20', 'category_id=21', 'category_id=22'])
    for (const direction of ['asc', 'desc'])
      for (const page of [1, 3, 2, 3, 9]) {
        const params = `${filter}&sort_dir=${direction}&per=5&page=${page}`;
        const { books, meta } = await list(params);
        const uncached = await list(`${params}&sort_col=created_at`);
        expect([books.map(({ id }: { id: number }) => id), meta], params).toEqual([
          uncached.books.map(({ id }: { id: number }) => id),
          uncached.meta,
        ]);
      }
  await createBook(partner, { title: 'Newest', category_id: 20 });
  expect(await titles('category_id=20&per=5&page=3')).toEqual(['Page 13', 'Page 12', 'Page 11', 'Page 10', 'Page 9']);
  expect(await titles('category_id=20&per=5&page=1')).toEqual(['Newest', 'Page 22', 'Page 21', 'Page 20', 'Page 19']);
});
