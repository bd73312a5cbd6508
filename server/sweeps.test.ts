/** After years of promotions, no sweep reads all of them, because each finds due work by an index. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settableClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { MAX_FILTERED_COUNT } from '#shared/list-totals.ts';
import { PromotionListQuery } from '#shared/promotions.ts';
import { DISPLAY_STATUSES } from '#shared/status.ts';
import { seedSettled } from '../tests/load/settled-seed.ts';
import type { Deps } from './platform/deps.ts';
import { SWEEPS } from './schedule.ts';

/** Enough that Postgres prefers an index. */
const PROMOTIONS = 20_000;
const TABLES = ['promotions', 'invoices'];

let test: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.during(({ pool }) => seedSettled(pool, PROMOTIONS));
}, 120_000);
afterAll(() => test.drop());

/** Counts full scans of each table, once all other connections have reported their statistics. */
const countFullScans = () =>
  test.during(async ({ pool }) => {
    const others = `select 1 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
    while ((await pool.query(others)).rowCount) await new Promise((resolve) => setImmediate(resolve));
    const { rows } = await pool.query<{ name: string; reads: number }>(
      'select relname as name, seq_scan::int as reads from pg_stat_user_tables where relname = any($1)',
      [TABLES],
    );
    return new Map(rows.map(({ name, reads }) => [name, reads]));
  });

/** Reads only Stripe's events. */
const STRIPE_ONLY = 'stripe.missed_events';

it.each(SWEEPS.filter(({ name }) => name !== STRIPE_ONLY))('$name', async ({ run }) => {
  const before = await countFullScans();
  await test.during(({ db, pool }) => run({ db, pool, now: settableClock().now, log: createLog('silent') } as Deps));
  const after = await countFullScans();
  expect(TABLES.filter((name) => after.get(name)! > before.get(name)!)).toEqual([]);
});
