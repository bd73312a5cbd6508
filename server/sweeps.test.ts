/**
 * After years of promotions, neither a sweep nor staff's list of promotions reads all of them, because each finds its
 * rows by an index.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settableClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { START } from '#server/testing/app.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { addDays } from '#shared/dates.ts';
import { MAX_FILTERED_COUNT, MAX_SEARCH_COUNT } from '#shared/list-totals.ts';
import { PromotionListQuery } from '#shared/promotions.ts';
import { DISPLAY_STATUSES } from '#shared/status.ts';
import { seedSettled } from '../tests/load/settled-seed.ts';
import { readConfig } from './platform/config.ts';
import type { Deps } from './platform/deps.ts';
import { listPromotions } from './promotions/list.ts';
import { otherPromotions } from './promotions/queries.ts';
import { bookedDate } from './promotions/reviewed.ts';
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

/**
 * Counts the full scans of each table, and the rows and index entries read, once all other connections have reported
 * their statistics.
 */
const countReads = () =>
  database.during(async ({ pool }) => {
    const others = `select 1 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
    while ((await pool.query(others)).rowCount) await new Promise((resolve) => setImmediate(resolve));
    const { rows } = await pool.query<{ name: string; scans: number; rows: number }>(
      `select relname as name, seq_scan::int as scans, (seq_tup_read + (
        select sum(idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid))::int as rows
      from pg_stat_user_tables t where relname = any($1)`,
      [TABLES],
    );
    return new Map(rows.map((row) => [row.name, row]));
  });

/** A sweep that reads only events from Stripe, so it isn't tested here. */
const STRIPE_ONLY = 'stripe.missed_events';

/**
 * Does the work, and returns its result, the `TABLES` that it read from end to end, and the number of rows and index
 * entries of promotions that it read.
 */
async function trackReads<Result>(work: (deps: Deps) => Promise<Result>) {
  const before = await countReads();
  const config = readConfig({ NODE_ENV: 'test', DECKLE_DEMO: '1', DATABASE_URL: database.url });
  // At 8:00 in Vancouver, when sweeps that pause at night run too.
  const { now } = settableClock(START, { frozen: true });
  const result = await database.during(({ db, pool }) =>
    work({ db, pool, now, config, log: createLog('silent') } as Deps),
  );
  const after = await countReads();
  return {
    result,
    tables: TABLES.filter((name) => after.get(name)!.scans > before.get(name)!.scans),
    promotions: after.get('promotions')!.rows - before.get('promotions')!.rows,
  };
}

it.each(SWEEPS.filter(({ name }) => name !== STRIPE_ONLY))('$name reads no large table in full', async ({ run }) => {
  expect((await trackReads(run)).tables).toEqual([]);
});

it('reads only a partner’s promotions for the rules about a book and its author', async () => {
  const { result, tables, promotions } = await trackReads(async ({ db }) =>
    otherPromotions(db, [await db.book.findFirstOrThrow({ orderBy: { id: 'desc' } })]),
  );
  expect(result).toHaveLength(50);
  expect(tables).toEqual([]);
  expect(promotions).toBeLessThan(1_000);
});

describe('the list of promotions', () => {
  const list = (query: object) => trackReads(({ db }) => listPromotions(db, PromotionListQuery.parse(query), {}, []));

  it.each(['id', 'requested_date', 'promotion_date', 'booked_date', 'created_at', 'updated_at'])(
    'sorted by %s reads no large table in full',
    async (sort_col) => {
      const { result, tables } = await list({ sort_col });
      expect(result.rows).toHaveLength(20);
      expect(result.total).toBe(PROMOTIONS);
      expect(tables).toEqual([]);
    },
  );

  it.each(['booked_date', 'created_at'])('sorted by %s reads only promotions in a range of dates', async (sort_col) => {
    const [date] = [...new Set((await list({ sort_col: 'id', sort_dir: 'asc' })).result.rows.map(bookedDate))];
    const { result, promotions } = await list({ sort_col, sort_dir: 'desc', date_from: date, date_to: date });
    expect(result.total).toBe(1_000);
    expect(promotions).toBeLessThan(1_200);
  });

  it('searches only the newest promotions for common words', async () => {
    const { result, promotions } = await list({ q: 'book' });
    expect(result.total).toBe(MAX_SEARCH_COUNT);
    expect(promotions).toBeLessThan(4_000);
  });

  it('searches only the latest promotions up to a date long past', async () => {
    const [first] = (await list({ sort_col: 'id', sort_dir: 'asc' })).result.rows.map(bookedDate);
    const { result, promotions } = await list({ q: 'book', date_to: addDays(first!, 9) });
    expect(result.total).toBe(MAX_SEARCH_COUNT);
    expect(promotions).toBeLessThan(4_000);
  });

  it('finds a rare word with the text indexes', async () => {
    expect((await list({ q: '' })).tables).toEqual([]);
    const { result, promotions } = await list({ q: 'book 1234' });
    expect(result.total).toBe(5);
    expect(promotions).toBeLessThan(4_000);
  });

  // Too few of the newest promotions match, so the text indexes find the others.
  it.each(['book 12', 'author 12', 'partner 12', 'settled-12'])('finds the newest for “%s”', async (q) => {
    const [first] = (await list({ sort_col: 'id', sort_dir: 'asc' })).result.rows.map(bookedDate);
    const newestUntil = (date: string) =>
      database.during(async ({ pool }) => {
        const { rows } = await pool.query<{ id: number }>(
          `select p.id from promotions p join books b on b.id = p.book_id join authors a on a.id = b.author_id
             join partners o on o.id = p.partner_id
           where (b.title ilike $1 or a.name ilike $1 or o.name ilike $1 or o.uid::text ilike $1)
             and p.promotion_date <= $2 order by p.id desc limit ${MAX_SEARCH_COUNT}`,
          [`%${q}%`, date],
        );
        return rows.map(({ id }) => id);
      });
    const found = async (dates: object) =>
      (await list({ ...dates, q, sort_col: 'id', sort_dir: 'desc', per: '100' })).result.rows.map(({ id }) => id);
    const range = { date_from: first!, date_to: addDays(first!, 9) };
    expect(await found(range)).toEqual(await newestUntil(range.date_to));
    expect(await found({})).toEqual(await newestUntil('9999-12-31'));
  });

  it('reads only the promotions of a small category', async () => {
    const { _max } = await database.during(({ db }) => db.category.aggregate({ _max: { id: true } }));
    for (const query of [{}, { q: 'book' }]) {
      const { result, promotions } = await list({ ...query, category_id: String(_max.id), sort_col: 'booked_date' });
      expect(result.total).toBe(20);
      expect(promotions).toBeLessThan(1_000);
    }
  });

  // The seed's promotions were all sent.
  it.each(DISPLAY_STATUSES.filter((status) => status !== 'successfully sent'))(
    'reads no large table in full for the status “%s”',
    async (display_status) => {
      const { result, tables, promotions } = await list({ display_status });
      expect(result.total).toBe(0);
      expect(tables).toEqual([]);
      expect(promotions).toBeLessThan(1_000);
    },
  );

  it('stops counting the matches of a filter at a limit', async () => {
    const { result } = await list({ display_status: 'successfully sent' });
    expect(result.total).toBe(MAX_FILTERED_COUNT);
    expect(result.rows).toHaveLength(20);
  });
});
