/**
 * After years of promotions, neither a sweep nor staff's list of promotions reads all of them, because each finds its
 * rows by an index.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settableClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { START } from '#server/testing/app.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { MAX_FILTERED_COUNT } from '#shared/list-totals.ts';
import { PromotionListQuery } from '#shared/promotions.ts';
import { DISPLAY_STATUSES } from '#shared/status.ts';
import { seedSettled } from '../tests/load/settled-seed.ts';
import { readConfig } from './platform/config.ts';
import type { Deps } from './platform/deps.ts';
import { listPromotions } from './promotions/queries.ts';
import { SWEEPS } from './schedule.ts';

/** Enough that Postgres prefers an index. */
const PROMOTIONS = 20_000;
const TABLES = ['promotions', 'invoices', 'mails', 'ai_requests', 'credit_cards'];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.during(({ pool }) => seedSettled(pool, PROMOTIONS));
}, 120_000);
afterAll(() => database.drop());

/** Counts full scans of each table, once all other connections have reported their statistics. */
const countFullScans = () =>
  database.during(async ({ pool }) => {
    const others = `select 1 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
    while ((await pool.query(others)).rowCount) await new Promise((resolve) => setImmediate(resolve));
    const { rows } = await pool.query<{ name: string; reads: number }>(
      'select relname as name, seq_scan::int as reads from pg_stat_user_tables where relname = any($1)',
      [TABLES],
    );
    return new Map(rows.map(({ name, reads }) => [name, reads]));
  });

/** A sweep that reads only events from Stripe, so it isn't tested here. */
const STRIPE_ONLY = 'stripe.missed_events';

/** Does the work, and returns its result and the `TABLES` that it read from end to end. */
async function trackFullReads<Result>(work: (deps: Deps) => Promise<Result>) {
  const before = await countFullScans();
  const config = readConfig({ NODE_ENV: 'test', DECKLE_DEMO: '1', DATABASE_URL: database.url });
  // At 8:00 in Vancouver, when sweeps that pause at night run too.
  const { now } = settableClock(START, { frozen: true });
  const result = await database.during(({ db, pool }) =>
    work({ db, pool, now, config, log: createLog('silent') } as Deps),
  );
  const after = await countFullScans();
  return { result, tables: TABLES.filter((name) => after.get(name)! > before.get(name)!) };
}

it.each(SWEEPS.filter(({ name }) => name !== STRIPE_ONLY))('$name reads no large table in full', async ({ run }) => {
  expect((await trackFullReads(run)).tables).toEqual([]);
});

describe('the list of promotions', () => {
  const list = (query: object) =>
    trackFullReads(({ db }) => listPromotions(db, PromotionListQuery.parse(query), {}, []));

  it.each(['id', 'requested_date', 'promotion_date', 'created_at', 'updated_at'])(
    'sorted by %s reads no large table in full',
    async (sort_col) => {
      const { result, tables } = await list({ sort_col });
      expect(result.rows).toHaveLength(20);
      expect(result.total).toBe(PROMOTIONS);
      expect(tables).toEqual([]);
    },
  );

  // The seed's promotions were all sent.
  it.each(DISPLAY_STATUSES.filter((status) => status !== 'successfully sent'))(
    'reads no large table in full for those %s',
    async (display_status) => {
      expect((await list({ display_status })).tables).toEqual([]);
    },
  );

  it('stops counting those that match a filter at a limit', async () => {
    const { result } = await list({ display_status: 'successfully sent' });
    expect(result.total).toBe(MAX_FILTERED_COUNT);
    expect(result.rows).toHaveLength(20);
  });
});
