/**
 * Rows that a search reads in a large catalog: the best known for common words, only matches for rarer ones, and never
 * a full scan.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { seedDay } from '../../tests/load/newsletter-seed.ts';
import { searchTermsSql } from './search.ts';
import { findBooks } from './search-query.ts';
import { recountWords } from './vocabulary.ts';

const BOOKS = 8_000;
const WELL_KNOWN = 1_500;

let test: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.during(async ({ db, pool }) => {
    await seedDay(pool, { readers: 1, promotions: 1, date: '2026-12-02' });
    await pool.query(`
      set local statement_timeout = 0;
      insert into books (partner_id, title, slug, category_id, description, rating_count, amazon_url)
      select min(p.id), 'Common ' || case when n % 1600 = 0 then 'Zebrano' else 'Plain' || n % 300 end, 'book', 1, 'd', case when n <= ${WELL_KNOWN} then 5000 else n % 25 end,
        'https://www.amazon.com/dp/B0' from generate_series(1, ${BOOKS}) n, partners p group by n`);
    await recountWords({ db });
    await pool.query('vacuum analyze');
  });
}, 120_000);
afterAll(() => test.drop());

/** Full scans of the cards, and cards read otherwise. */
const reads = () =>
  test.during(async ({ pool }) => {
    const { rows } = await pool.query<{ whole: number; cards: number }>(
      `select seq_scan::int as whole, idx_tup_fetch::int as cards from pg_stat_user_tables where relname = 'book_cards'`,
    );
    return rows[0]!;
  });

async function readFor(q: string) {
  const before = await reads();
  const { total } = await test.during(({ pool }) => findBooks(pool, { q, page: 1, per: 20, sort_dir: 'desc' }));
  const after = await reads();
  return { total, whole: after.whole - before.whole, cards: after.cards - before.cards };
}

it.each([
  ['a word of every title', 'common', { total: 1000, most: WELL_KNOWN }],
  ['a letter that many words begin with', 'p', { total: 1000, most: WELL_KNOWN }],
  ['a rare word', 'zebrano', { total: 5, most: 20 }],
  ['a rare word and one of every title', 'zebrano common', { total: 5, most: 20 }],
  ['a rare word that is not finished', 'common zebr', { total: 5, most: 20 }],
  ['a mistyped word', 'zebarno', { total: 5, most: 20 }],
])('%s', async (_, q, { total, most }) => {
  const read = await readFor(q);
  expect(read).toMatchObject({ total, whole: 0 });
  expect(read.cards).toBeLessThanOrEqual(most);
});

it.each([
  ['zebrano common', "'zebrano'", "'common':*"],
  ['common zebr', "'zebrano'", "'common'"],
  ['common plain', "'common' & 'plain':*", null],
  ['unheard common', "'unheard'", "'common':*"],
])('for %s searches the index for %s', (q, sought, rest) =>
  test.during(async ({ pool }) => {
    const { rows } = await pool.query(
      `with ${searchTermsSql({ corrected: false })} select sought::text, rest::text from asked`,
      [q],
    );
    expect(rows).toEqual([{ sought, rest }]);
  }),
);

it('plans the statement once for all words', () =>
  test.during(async ({ pool }) => {
    for (const q of ['common', 'zebrano', 'zebrano common', 'plain7', 'a b c d', 'common zebr', 'p'])
      await findBooks(pool, { q, page: 1, per: 20, sort_dir: 'desc' });
    const { rows } = await pool.query<{ name: string; generic_plans: number }>(
      `select name, generic_plans::int from pg_prepared_statements where name = 'books-found desc'`,
    );
    expect(rows).toEqual([{ name: 'books-found desc', generic_plans: 2 }]);
  }));
