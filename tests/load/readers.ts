/**
 * Measures work that depends on the number of readers, except for sending: the public numbers, an estimate, an
 * unsubscribe, an erasure, and adding up the counts: npm run load -- readers --readers 5000000
 * An erasure also depends on the emails in the delivery log:
 * npm run load -- readers --readers 1000000 --newsletters 100
 */

import { maintainDeliveries } from '#server/newsletters/delivery-partitions.ts';
import { estimateCost } from '#server/payments/estimate.ts';
import { fileBlobs } from '#server/platform/blobs.ts';
import { settableClock } from '#server/platform/clock.ts';
import { openDatabase } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { sumReaderCounts } from '#server/readers/active.ts';
import { eraseReader } from '#server/readers/service.ts';
import { figuresByCategory, figuresByMonth, loadTotals } from '#server/statistics/queries.ts';
import { withTrialDatabase } from '../cluster.ts';
import { seedDay } from './newsletter-seed.ts';
import { formatTimes, measure } from './run-times.ts';

export const options = { readers: 1_000_000, newsletters: 0, runs: 50 } as const;

const MONTHS = 12;

type Options = { readers: number; newsletters: number; runs: number };

export const run = ({ readers, newsletters, runs }: Options): Promise<string[]> =>
  withTrialDatabase(async ({ databaseUrl, dataDir }) => {
    const { db, pool } = openDatabase(databaseUrl, { maxSilenceMs: 0 });
    const startedAt = performance.now();
    await seedDay(pool, { readers, promotions: 1, date: '2026-12-03' });
    const deps = {
      db,
      pool,
      log: createLog('silent'),
      now: settableClock().now,
      config: {
        MAIL_FROM: 'Deckle <news@example.test>',
        appSecret: 'a secret of the measurements, long enough',
        RETENTION_DELIVERIES_DAYS: 400,
      },
      blobs: fileBlobs(dataDir),
    } as Deps;
    await seedDeliveries(deps, newsletters);
    const lines = [`seeded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`];
    const now = deps.now();
    const months = Array.from({ length: MONTHS + 1 }, (_, index) => monthBefore(now, MONTHS - 1 - index));
    const [{ id: category_id }] = await db.$queryRaw<[{ id: number }]>`
      select category_id as id from reader_counts where category_id <> 0 limit 1`;
    let next = 0;
    const work: Record<string, () => Promise<unknown>> = {
      'numbers by category': () => figuresByCategory(db, now),
      totals: () => loadTotals(db, now),
      'numbers by month': () => figuresByMonth(db, months.slice(0, MONTHS), months),
      'an estimate': () => estimateCost(deps, { category_id, price_type: 'discounted' }),
      'a reader’s unsubscribe': () => db.reader.update({ where: { id: ++next }, data: { status: 'unsubscribed' } }),
      'a reader’s erasure': async () =>
        eraseReader(deps, (await db.reader.findUniqueOrThrow({ where: { id: ++next } })).uuid),
      'adding up the counts': () => sumReaderCounts(deps),
    };
    for (const [name, run] of Object.entries(work)) lines.push(`${name}: ${formatTimes(await measure(run, runs))}`);
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    return lines;
  });

/** Inserts past newsletters with an accepted delivery for every reader. Skips the triggers, which check each row. */
async function seedDeliveries(deps: Deps, newsletters: number) {
  const client = await deps.pool.connect();
  try {
    await client.query(
      "set statement_timeout = 0; set synchronous_commit = off; set session_replication_role = 'replica'",
    );
    for (let back = newsletters; back > 0; back--) {
      const { rows } = await client.query<{ id: number }>(
        `insert into newsletters (newsletter_date, status, subject, preheader, frozen_at, sent_at)
         values (current_date - $1::int, 'sent', 'Deals', 'Deals', now(), now()) returning id`,
        [back],
      );
      await maintainDeliveries(deps);
      await client.query(
        `insert into deliveries (newsletter_id, reader_id, state, attempts, handed_over_at, message_id, link_count, accepted_at)
         select $1::int, id, 'accepted', 1, now(), '<' || $1 || '.' || id || '@example.test>', 40, now() from readers`,
        [rows[0]!.id],
      );
    }
    if (newsletters) await client.query('vacuum analyze deliveries');
  } finally {
    client.release(true);
  }
}

/** First day of a month in UTC, as an ISO date; in Vancouver it begins hours later, which doesn't matter here. */
const monthBefore = (now: Date, back: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 10);
