/**
 * Measures the time of each sweep except Stripe's, and of the staff's lists of promotions, after years of promotions.
 * Names the large tables that they read from end to end, and the size of a row on disk:
 * npm run load -- sweeps --promotions 1100000
 */
import type { PoolClient } from 'pg';
import { settableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase, type Pool } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { createQueue } from '#server/platform/queue.ts';
import { afterCursorSql, listPromotions } from '#server/promotions/list.ts';
import { SWEEPS } from '#server/schedule.ts';
import { addDays, toIsoDate } from '#shared/dates.ts';
import { PromotionListQuery } from '#shared/promotions.ts';
import { withTrialDatabase } from '../cluster.ts';
import { formatTimes, measure } from './run-times.ts';
import { PER_DAY, SEEDED_BEFORE_DAYS, seedSettled } from './settled-seed.ts';

export const options = { promotions: 100_000, runs: 100 } as const;

/** Sweep that reads only Stripe's events. */
const STRIPE_SWEEP = 'stripe.missed_events';

export const run = ({ promotions, runs }: { promotions: number; runs: number }): Promise<string[]> =>
  withTrialDatabase(async ({ databaseUrl }) => {
    const { db, pool } = openDatabase(databaseUrl, { maxSilenceMs: 0 });
    const log = createLog('silent');
    const queue = createQueue(pool, log);
    await queue.open();
    await seedSettled(pool, promotions);
    const config = readConfig({ NODE_ENV: 'test', DECKLE_DEMO: '1', DATABASE_URL: databaseUrl });
    const deps = { db, pool, queue, log, config, now: settableClock().now } as Deps;
    const lines: string[] = [];
    for (const sweep of SWEEPS.filter(({ name }) => name !== STRIPE_SWEEP)) {
      const times = formatTimes(await measure(() => sweep.run(deps), runs));
      lines.push(`${sweep.name}: ${times}${await scansOf(pool, () => sweep.run(deps))}`);
    }
    const { _max: smallCategory } = await db.category.aggregate({ _max: { id: true } });
    for (const query of listsOf(promotions, String(smallCategory.id))) {
      const parsed = PromotionListQuery.parse(query);
      const list = async () => listPromotions(db, parsed, {}, [], (await afterCursorSql(db, parsed, {}))!);
      const name = Object.entries(query).join(' ').replaceAll(',', ' ');
      lines.push(`promotions, ${name}: ${formatTimes(await measure(list, runs))}${await scansOf(pool, list)}`);
    }
    for (const table of ['promotions', 'invoices']) {
      const { rows } = await pool.query<{ bytes: number }>(
        `select (pg_total_relation_size('${table}') / count(*))::int as bytes from ${table}`,
      );
      lines.push(`${table}: ${rows[0]!.bytes} bytes per row with its indexes`);
    }
    await queue.stop();
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    return lines;
  });

/**
 * Lists of promotions that staff open: in each order that `after` supports, by status, by dates, by words, of a category
 * with few promotions, and far from the list's start.
 */
function listsOf(promotions: number, category_id: string) {
  const daysAgo = (days: number) => addDays(toIsoDate(settableClock().now()), -days);
  // How many days ago the middle of the seeded dates is.
  const middle = SEEDED_BEFORE_DAYS + Math.ceil(promotions / PER_DAY / 2);
  const rangeOf = (days: number) => ({
    date_from: daysAgo(middle + Math.floor(days / 2)),
    date_to: daysAgo(middle - Math.floor(days / 2)),
  });
  // Up to 93 days, some orders find the whole range before they sort (`mustGather` in server/promotions/list.ts).
  const [month, longest, longer] = [rangeOf(31), rangeOf(93), rangeOf(200)];
  return [
    ...['id', 'requested_date', 'booked_date', 'created_at', 'updated_at'].map((sort_col) => ({ sort_col })),
    ...['successfully sent', 'awaiting payment', 'cancelled'].map((display_status) => ({ display_status })),
    ...['booked_date', 'requested_date', 'created_at'].map((sort_col) => ({ ...month, sort_col })),
    { date_from: month.date_to, sort_col: 'booked_date' },
    // Searches by title, author, and partner that match from all promotions to none, and one by number.
    ...[
      'book',
      'book 1',
      'author 7',
      'book 77',
      'partner 77',
      'settled-7777@',
      'nothing',
      String(Math.floor(promotions / 2)),
    ].map((q) => ({
      q,
      sort_col: 'booked_date',
    })),
    { ...month, q: 'book', sort_col: 'booked_date' },
    { ...month, q: 'book 77', sort_col: 'booked_date' },
    { ...longest, q: 'book 77', sort_col: 'booked_date' },
    { date_to: month.date_from, q: 'book 77', sort_col: 'booked_date' },
    ...[longest, longer, { date_to: month.date_from }, { date_to: daysAgo(2 * middle - SEEDED_BEFORE_DAYS - 30) }].map(
      (dates) => ({ ...dates, sort_col: 'created_at' }),
    ),
    { ...longest, sort_col: 'requested_date' },
    { category_id, sort_col: 'booked_date' },
    { category_id, q: 'book 77', sort_col: 'booked_date' },
    { q: 'book', display_status: 'cancelled' },
    { page: '5000' },
    { after: String(Math.floor(promotions / 2)), sort_col: 'booked_date' },
  ];
}

/** A table with fewer rows may be read from end to end. */
const LARGE = 10_000;

/** Lists the large tables that the statements of `work` read from end to end, according to their query plans. */
async function scansOf(pool: Pool, work: () => Promise<unknown>): Promise<string> {
  const statements = new Map<string, unknown[]>();
  const clients = new Map<PoolClient, PoolClient['query']>();
  const record = (client: PoolClient) => {
    if (clients.has(client)) return;
    clients.set(client, client.query);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((statement: string | { text: string; values?: unknown[] }, ...rest: unknown[]) => {
      const { text, values = [] } =
        typeof statement === 'string' ? { text: statement, values: rest[0] as unknown[] } : statement;
      if (/^\s*(select|with|update)/i.test(text)) statements.set(text, Array.isArray(values) ? values : []);
      return query(statement, ...rest);
    }) as PoolClient['query'];
  };
  pool.on('acquire', record);
  await work();
  pool.off('acquire', record);
  for (const [client, query] of clients) client.query = query;
  const scanned = new Set<string>();
  for (const [text, values] of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    for (const row of rows) {
      const [, table] = /Seq Scan on (\w+)/.exec(row['QUERY PLAN']) ?? [];
      if (table) scanned.add(table);
    }
  }
  const { rows } = await pool.query<{ relname: string }>(
    'select relname from pg_class where relname = any($1) and reltuples > $2 order by 1',
    [[...scanned], LARGE],
  );
  return rows.length ? `, reads all of ${rows.map(({ relname }) => relname).join(', ')}` : '';
}
