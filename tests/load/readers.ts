/**
 * Measures what depends on the number of readers, except for sending: the public numbers, an estimate, an unsubscribe,
 * an erasure, and adding up the counts: npm run load -- readers --readers 5000000
 */
import { estimateCost } from '#server/payments/estimate.ts';
import { settableClock } from '#server/platform/clock.ts';
import { openDatabase } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { sumReaderCounts } from '#server/readers/active.ts';
import { figuresByCategory, figuresByMonth, totalsOf } from '#server/statistics/queries.ts';
import { withTrialDatabase } from '../cluster.ts';
import { seedDay } from './newsletter-seed.ts';
import { measure, timesOf } from './run-times.ts';

export const options = { readers: 1_000_000, runs: 50 } as const;

const MONTHS = 12;

export const run = ({ readers, runs }: { readers: number; runs: number }): Promise<string[]> =>
  withTrialDatabase(async ({ databaseUrl }) => {
    const { db, pool } = openDatabase(databaseUrl, { maxSilenceMs: 0 });
    const startedAt = performance.now();
    await seedDay(pool, { readers, promotions: 1, date: '2026-12-03' });
    const lines = [`seeded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`];
    const deps = {
      db,
      pool,
      log: createLog('silent'),
      now: settableClock().now,
      config: { MAIL_FROM: 'Deckle <news@example.test>' },
    } as Deps;
    const now = deps.now();
    const months = Array.from({ length: MONTHS + 1 }, (_, back) => monthBefore(now, MONTHS - 1 - back));
    const [{ id: category_id }] = await db.$queryRaw<[{ id: number }]>`
      select category_id as id from reader_counts where category_id <> 0 limit 1`;
    let next = 0;
    const work: Record<string, () => Promise<unknown>> = {
      'numbers by category': () => figuresByCategory(db, now),
      totals: () => totalsOf(db, now),
      'numbers by month': () => figuresByMonth(db, months.slice(0, MONTHS), months),
      'an estimate': () => estimateCost(deps, { category_id, price_type: 'discounted' }),
      'a reader’s unsubscribe': () => db.reader.update({ where: { id: ++next }, data: { status: 'unsubscribed' } }),
      'a reader’s erasure': () => db.reader.delete({ where: { id: ++next } }),
      'adding up the counts': () => sumReaderCounts(deps),
    };
    for (const [name, run] of Object.entries(work)) lines.push(`${name}: ${timesOf(await measure(run, runs))}`);
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    return lines;
  });

/** First day of a month in UTC, as an ISO date; in Vancouver it begins hours later, which doesn't matter here. */
const monthBefore = (now: Date, back: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 10);
