/**
 * Rows that a search reads in a large catalog: the most popular books for common words, little more than the matches
 * for rarer words, and never a full scan.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { seedDay } from '../../tests/load/newsletter-seed.ts';
import { searchTermsSql } from './search.ts';
import { findBooks } from './search-query.ts';
import { recountWords } from './vocabulary.ts';

const BOOK_COUNT = 8_000;
const POPULAR_BOOKS = 1_500;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.during(async ({ db, pool }) => {
    await seedDay(pool, { readers: 1, promotions: 1, date: '2026-12-02' });
    await pool.query(`
      set local statement_timeout = 0;
      insert into books (partner_id, title, slug, category_id, description, rating_count, amazon_url)
      select min(p.id), 'Common ' || case when n % 1600 = 0 then 'Zebrano' else 'Plain' || n % 300 end, 'book', 1, 'd', case when n <= ${POPULAR_BOOKS} then 5000 else n % 25 end,
        'https://www.amazon.com/dp/B0' from generate_series(1, ${BOOK_COUNT}) n, partners p group by n`);
    await recountWords({ db });
    await pool.query('vacuum analyze');
  });
}, 120_000);
afterAll(() => database.drop());

/** Full scans of the cards, and cards read through an index. */
const readTotals = () =>
  database.during(async ({ pool }) => {
    const { rows } = await pool.query<{ fullScans: number; cards: number }>(
      `select seq_scan::int as "fullScans", idx_tup_fetch::int as cards from pg_stat_user_tables where relname = 'book_cards'`,
    );
    return rows[0]!;
  });

async function countReads(q: string) {
  const before = await readTotals();
  const { total } = await database.during(({ pool }) => findBooks(pool, { q, page: 1, per: 20, sort_dir: 'desc' }));
  const after = await readTotals();
  return { total, fullScans: after.fullScans - before.fullScans, cards: after.cards - before.cards };
}

it.each([
  ['a word of every title', 'common', { total: 1000, maxCards: POPULAR_BOOKS }],
  ['a letter that many words begin with', 'p', { total: 1000, maxCards: POPULAR_BOOKS }],
  ['a rare word', 'zebrano', { total: 5, maxCards: 20 }],
  ['a rare word and one of every title', 'zebrano common', { total: 5, maxCards: 20 }],
  ['an incomplete rare word', 'common zebr', { total: 5, maxCards: 20 }],
  ['a mistyped word', 'zebarno', { total: 5, maxCards: 20 }],
])('reads few cards for %s', async (_, q, { total, maxCards }) => {
  const read = await countReads(q);
  expect(read).toMatchObject({ total, fullScans: 0 });
  expect(read.cards).toBeLessThanOrEqual(maxCards);
});

it.each([
  ['zebrano common', "'zebrano'", "'common':*"],
  ['common zebr', "'zebrano'", "'common'"],
  ['common plain', "'common' & 'plain':*", null],
  ['unheard common', "'unheard'", "'common':*"],
])('given %s, searches the index for %s', (q, index_terms, filter_terms) =>
  database.during(async ({ pool }) => {
    const { rows } = await pool.query(
      `with ${searchTermsSql({ corrected: false })} select index_terms::text, filter_terms::text from search_terms`,
      [q],
    );
    expect(rows).toEqual([{ index_terms, filter_terms }]);
  }),
);

it('uses one plan for all words, once the statement has been run five times', () =>
  database.during(async ({ pool }) => {
    for (const q of ['common', 'zebrano', 'zebrano common', 'plain7', 'a b c d', 'common zebr', 'p'])
      await findBooks(pool, { q, page: 1, per: 20, sort_dir: 'desc' });
    const { rows } = await pool.query<{ name: string; generic_plans: number }>(
      `select name, generic_plans::int from pg_prepared_statements where name = 'books-found desc'`,
    );
    expect(rows).toEqual([{ name: 'books-found desc', generic_plans: 2 }]);
  }));
