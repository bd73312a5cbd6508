/** Query plans: with many clicks, the queries below use indexes instead of scanning a table. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type Opened } from '#server/testing/database.ts';
import { seedDay } from '../../tests/load/newsletter-seed.ts';
import { reviewClicksOfRunningPromotions } from '../payments/held-clicks.ts';
import { lastPromotionPercentile } from '../promotions/statistics.ts';
import { usualClicks } from '../promotions/usual-clicks.ts';
import { eraseReader, exportReader } from '../readers/service.ts';
import { computeVerdicts, judgeClicks } from './judge.ts';
import { purgeClicks } from './months.ts';
import { promotionClicks } from './service.ts';
import { storeClicks } from './store.ts';

const PROMOTIONS = 1_000;
const READERS = 5_000;
const HIDDEN_VISITS = 500;
const now = () => new Date('2026-12-10T18:00:00Z');

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let newsletter_id: number;
let promotion_id: number;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.during(async ({ pool }) => {
    await seedDay(pool, { readers: READERS, promotions: PROMOTIONS, date: '2026-12-02' });
    await purgeClicks({ pool, now });
    await pool.query(`
      set local statement_timeout = 0;
      insert into newsletters (newsletter_date, status) values ('2026-12-02', 'sent');
      update promotions set newsletter_id = (select id from newsletters), sent_at = '2026-12-02T17:00:00Z',
        click_window_ends_at = '2026-12-11', clicks_reviewed_at = '2026-12-10';
      update promotions p set partner_id = b.partner_id, book_id = b.id
        from books b where b.partner_id = (select min(id) from partners) and p.id % 10 = 0;
      insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ua_class)
        select p.id, p.newsletter_id, 1 + (p.id * 7 + n * 101) % ${READERS}, 'newsletter', 'amazon', timestamptz '2026-12-02T18:00:00Z' + n * interval '1 hour', 'person'
        from promotions p, generate_series(0, 47) n;
      insert into click_logs (newsletter_id, reader_id, source, clicked_at, ip_hash, ua_class)
        select newsletters.id, n, 'newsletter', timestamptz '2026-12-02T18:00:00Z' + n * interval '1 minute', decode(md5(n::text), 'hex'), 'bot'
        from newsletters, generate_series(1, ${HIDDEN_VISITS}) n;
      insert into click_rollups (promotion_id, hour, store, source, clicks)
        select promotion_id, date_trunc('hour', clicked_at), store, source, count(*) from click_logs
        where promotion_id is not null group by 1, 2, 3, 4;
      insert into promotion_stats (promotion_id, category_id, price_type, promotion_date, delivered, clicks_billable, clicks_per_thousand)
        select id, category_id, 'discounted', date '2026-12-01' - id % 600, 1000, id % 50, id % 50 from promotions`);
    await pool.query('vacuum analyze');
    const { rows } = await pool.query(
      'select max(id) as id, max(newsletter_id) as newsletter_id from promotions where id % 10 = 0',
    );
    ({ id: promotion_id, newsletter_id } = rows[0]);
  });
}, 120_000);
afterAll(() => database.drop());

const WATCHED = ['click_logs_2026_12', 'click_rollups', 'promotion_stats'];
/** Counts sequential and index scans per table. */
const scans = (tables: readonly string[]) =>
  database.during(async ({ pool }) => {
    // A closed connection's statistics are complete once its backend is gone.
    const others = `select 1 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
    while ((await pool.query(others)).rowCount) await new Promise((resolve) => setImmediate(resolve));
    const { rows } = await pool.query<{ name: string; seq: number; idx: number }>(
      'select relname as name, seq_scan::int as seq, idx_scan::int as idx from pg_stat_user_tables where relname = any($1)',
      [tables],
    );
    return new Map(rows.map(({ name, seq, idx }) => [name, { seq, idx }]));
  });

async function scansDuring(work: (opened: Opened) => Promise<unknown>, tables: readonly string[] = WATCHED) {
  const before = await scans(tables);
  await database.during(work);
  const after = await scans(tables);
  const scanned = (kind: 'seq' | 'idx') => tables.filter((name) => after.get(name)![kind] > before.get(name)![kind]);
  return { sequential: scanned('seq'), indexed: scanned('idx') };
}

const sent = () => ({
  id: promotion_id,
  newsletter_id,
  partner_uid: 'nobody@example.test',
  frozen_at: new Date('2026-12-02T17:00:00Z'),
  click_window_ends_at: now(),
});
const settle = ({ db }: Opened) => db.$transaction((tx) => judgeClicks(tx, sent()));
const judgeAgain = ({ db }: Opened) => db.$transaction((tx) => computeVerdicts(tx, sent()));

describe('with many clicks', () => {
  it('there are enough rows for Postgres to prefer an index', async () => {
    const { rows } = await database.during(({ pool }) =>
      pool.query('select count(*)::int as clicks from click_logs_2026_12'),
    );
    expect(rows[0].clicks).toBe(PROMOTIONS * 48 + HIDDEN_VISITS);
  });

  it.each<[string, (opened: Opened) => Promise<unknown>, string[]]>([
    ['the settlement', settle, ['click_logs_2026_12']],
    [
      'the search for running promotions with new clicks',
      ({ db }) => reviewClicksOfRunningPromotions({ db, now } as never),
      ['click_logs_2026_12'],
    ],
    [
      'the chart of a promotion',
      ({ pool }) => promotionClicks(pool, { id: promotion_id, settled: true }),
      ['click_rollups'],
    ],
    ['the percentile', ({ db }) => lastPromotionPercentile(db, { id: promotion_id } as never), ['promotion_stats']],
    [
      'the usual clicks by hour',
      ({ db }) =>
        usualClicks(db, {
          id: promotion_id,
          category_id: 1,
          price_type: 'discounted',
          promotion_date: now(),
          requested_date: now(),
        } as never),
      ['promotion_stats', 'click_rollups'],
    ],
    [
      'the next click',
      ({ pool }) =>
        storeClicks(pool, [
          {
            promotion_id,
            newsletter_id,
            reader_id: 1,
            store: 'amazon',
            clicked_at: now(),
            ip_hash: null,
            subnet_hash: null,
            site_hash: null,
            ua_class: 'person',
            channel: null,
          },
        ]),
      ['click_rollups'],
    ],
    [
      'the export and erasure of a reader',
      async ({ db }) => {
        const { uuid } = await db.reader.findFirstOrThrow();
        const blobs = { put: async () => {} };
        const deps = { db, now, blobs, config: { appSecret: 'a secret of the tests' } } as never;
        await exportReader(deps, uuid);
        await eraseReader(deps, uuid);
      },
      ['click_logs_2026_12'],
    ],
  ])('%s uses an index', async (_, work, indexed) => {
    const read = await scansDuring(work);
    expect(read.sequential).toEqual([]);
    expect(read.indexed).toEqual(expect.arrayContaining(indexed));
  });

  it('judging skips partitions older than 400 days, and finds earlier clicks by an index', async () => {
    await database.during(({ pool }) =>
      pool.query(`
        create table if not exists click_logs_2025_09 partition of click_logs for values from ('2025-09-01') to ('2025-10-01');
        create table if not exists click_logs_2026_10 partition of click_logs for values from ('2026-10-01') to ('2026-11-01');
        insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ua_class, billable)
          select 1, 1, n % 5000, 'newsletter', 'amazon', timestamptz '2026-10-01T18:00:00Z' + n * interval '10 seconds', 'person', n % 20 = 0
          from generate_series(1, 200000) n`),
    );
    await database.during(({ pool }) => pool.query('analyze click_logs_2026_10'));
    const months = ['click_logs_2025_09', 'click_logs_2026_10'];
    expect(await scansDuring(judgeAgain, months)).toEqual({ sequential: [], indexed: ['click_logs_2026_10'] });
    const { rows } = await database.during(({ pool }) =>
      pool.query(`select i.idx_scan::int as scans from pg_stat_user_indexes i join pg_indexes d on d.indexname = i.indexrelname
        where i.relname = 'click_logs_2026_10' and i.idx_scan > 0 and d.indexdef like '%WHERE billable'`),
    );
    expect(rows).toHaveLength(1);
  });
});
