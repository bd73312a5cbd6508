import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { insertPartners, type PartnerClient } from '#server/testing/factories.ts';

let server: TestServer;
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterAll(() => server.close());

const rows = async (sql: string) => (await server.deps.pool.query(sql)).rows;
const STORED_COUNTS = 'select category_id, books from book_counts where books <> 0 order by 1';
const EXPECTED_COUNTS = `
  select counted as category_id, count(*)::int as books
  from books b, lateral (select distinct unnest(array[0, b.category_id, b.secondary_category_id]) as counted) c
  where b.status = 'active' and counted is not null group by 1 order by 1`;

/** SQL that inserts books. */
const insert = (count: number, category: number, secondaryCategory: number | null, status: string) => `
  insert into books (partner_id, title, slug, category_id, secondary_category_id, description, status)
  select ${partner.id}, 'Book ' || n, 'book', ${category}, ${secondaryCategory}, 'd', '${status}' from generate_series(1, ${count}) n`;

it('counts active books by category correctly under concurrent writes of every kind', async () => {
  const { pool } = server.deps;
  await pool.query(insert(30, 1, 2, 'active'));
  await pool.query(insert(10, 2, 2, 'draft'));
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let round = 0; round < 10; round += 1) {
      await pool.query(insert(1 + (round % 3), 1 + ((writer + round) % 5), round % 2 ? 3 : null, 'active'));
      await pool.query(
        `update books set status = (array['draft', 'active', 'archived'])[1 + (id + ${round}) % 3]::"BookStatus" where id % 8 = ${writer}`,
      );
      await pool.query(
        `update books set category_id = 1 + (id + ${round}) % 6 where id % 8 = ${writer} and id % 3 = 0`,
      );
      await pool.query(`delete from books where id % 8 = ${writer} and id % 7 = ${round % 7}`);
    }
  });
  await Promise.all(writers);
  expect(await rows(STORED_COUNTS)).toEqual(await rows(EXPECTED_COUNTS));
  expect(await rows('select count(*)::int as n from book_cards')).toEqual(
    await rows('select count(*)::int as n from books'),
  );
});

it("gives a book a new version only when its public fields, its author's name, or the deal of a sent promotion changes", async () => {
  const { pool } = server.deps;
  await pool.query(`insert into authors (partner_id, name, slug) values (${partner.id}, 'Ann', 'ann')`);
  await pool.query(insert(1, 1, null, 'active'));
  const [{ id }] = await rows('select max(id) as id from books');
  const changesVersion = async (sql: string) => {
    const version = `select version from book_cards where book_id = ${id}`;
    const before = await rows(version);
    await pool.query(sql);
    return (await rows(version))[0].version !== before[0].version;
  };
  expect(await changesVersion(`update books set author_id = (select max(id) from authors) where id = ${id}`)).toBe(
    true,
  );
  expect(await changesVersion(`update authors set name = 'Anne'`)).toBe(true);
  expect(await changesVersion(`update authors set bio = 'Writes.'`)).toBe(false);
  expect(await changesVersion(`update books set title = title, updated_at = now() where id = ${id}`)).toBe(false);
  expect(
    await changesVersion(`update books set store_data = '{}', store_data_fetched_at = now() where id = ${id}`),
  ).toBe(false);
  expect(await changesVersion(`update books set blurb = 'Short.' where id = ${id}`)).toBe(true);
  expect(
    await changesVersion(`
      insert into promotions (partner_id, book_id, category_id, requested_date, promotion_date, deal_ends_on, current_price_cents, sale_price_cents, price_type,
        cpc_cents, max_cost_cents, alternate_dates, reason_codes)
      values (${partner.id}, ${id}, 1, '2026-12-01', '2026-12-01', '2026-12-09', 499, 99, 'discounted', 15, 6000, '{}', '{}')`),
  ).toBe(false);
  expect(await changesVersion(`update promotions set sale_price_cents = 199`)).toBe(false);
  expect(await changesVersion(`update promotions set sent_at = now()`)).toBe(true);
  expect(await changesVersion(`update promotions set clicks_total = 5`)).toBe(false);
  expect(await changesVersion(`update promotions set deal_ends_on = '2026-12-08'`)).toBe(true);
  expect(await changesVersion(`delete from promotions`)).toBe(true);
});
