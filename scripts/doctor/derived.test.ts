/** The doctor's comparison of derived tables with their sources, on demo data. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { seedNewsletter } from '../../tests/faults/mail-seed.ts';
import { checkDerived, DERIVED_TABLES, rebuildDerived } from './derived.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  await seedNewsletter(server.deps.pool, { readers: 4, deals: 1, date: '2030-01-01' });
});
afterAll(() => server.close());

/** SQL that makes each derived table differ from its sources, without triggers noticing. */
const DAMAGE: { [table: string]: string[] } = {
  book_cards: [
    'update book_cards set popularity = popularity + 1 where book_id = 1',
    'delete from book_cards where book_id = 2',
  ],
  book_words: [`delete from book_words where word in (select word from book_words order by books desc limit 1)`],
  book_counts: [
    'update book_counts set books = books + 1 where category_id = 0',
    'insert into book_counts values (9999, 5, 0)',
  ],
  click_rollups: [
    'update click_rollups set clicks = clicks + 1 where (promotion_id, hour, store, source) = (select promotion_id, hour, store, source from click_rollups order by hour desc limit 1)',
    'delete from click_rollups where (promotion_id, hour, store, source) = (select promotion_id, hour, store, source from click_rollups order by hour desc offset 1 limit 1)',
  ],
  click_days: ['update click_days set clicks = clicks + 1 where day = (select max(day) from click_days)'],
  click_verdicts: [
    'delete from click_verdicts where promotion_id = (select max(promotion_id) from click_verdicts)',
    `insert into click_verdicts (promotion_id, store, outcome, clicks) select max(promotion_id), 'amazon', 'staff', 5 from click_verdicts
     on conflict (promotion_id, store, outcome) do update set clicks = click_verdicts.clicks + 1`,
  ],
  promotion_stats: ['delete from promotion_stats where promotion_id = (select max(promotion_id) from promotion_stats)'],
  newsletter_promotion_counts: [
    'update newsletter_promotion_counts set promotions_in_total = 0 where promotions_in_total = capacity',
    'update newsletter_promotion_counts set promotions_in_total = 1 where newsletter_date = (select max(newsletter_date) from newsletter_promotion_counts)',
  ],
  newsletter_ranges: [
    'update newsletter_ranges set accepted = accepted + 1',
    "update deliveries set state = 'bounced' where (newsletter_id, reader_id) in (select newsletter_id, reader_id from deliveries order by 1 desc limit 1)",
    'delete from deliveries where (newsletter_id, reader_id) in (select newsletter_id, reader_id from deliveries order by 1 desc limit 1)',
  ],
  newsletters: [
    "update newsletters set status = 'sent', delivered_count = 7 where id in (select newsletter_id from newsletter_ranges)",
  ],
  reader_counts: [
    'delete from reader_counts where category_id = 0',
    "insert into reader_counts values (9999, 'daily', true, 5)",
  ],
  discounts: ['update discounts set used_count = used_count + 1 where usage_limit is null or used_count < usage_limit'],
};

/** Runs SQL with triggers disabled, as restores by other tools may do. */
const damage = async (sql: string) => {
  const client = await server.deps.pool.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
  } finally {
    client.release();
  }
};

describe('the derived tables', () => {
  it('match their sources in the demo, so nothing is rebuilt', async () => {
    expect(await checkDerived(server.deps)).toEqual({
      verdict: 'good',
      message: '12 derived tables match their sources.',
    });
    expect(await rebuildDerived(server.deps)).toEqual([]);
  });

  it.each(DERIVED_TABLES.map(({ table }) => table))('are reported and rebuilt if rows are wrong: %s', async (table) => {
    for (const sql of DAMAGE[table]!) {
      await damage(sql);
      const { verdict, message } = await checkDerived(server.deps);
      expect(verdict).toBe('bad');
      expect(message).toMatch(new RegExp(`^Some derived rows don’t match their sources: .*\\b${table} \\(\\d+\\)`));
      expect(message).toContain('npm run doctor -- --rebuild');
      expect(await rebuildDerived(server.deps)).toContain(table);
      expect((await checkDerived(server.deps)).verdict).toBe('good');
    }
  });
});
