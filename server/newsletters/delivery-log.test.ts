/** Query plans of the delivery batches, and the rows they read. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Pool } from '#server/platform/database.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { seedNewsletter } from '../../tests/faults/mail-seed.ts';
import { commitBatch, type LeasedRange, leaseNameOf, queuedAfter, READ_AHEAD } from './delivery-log.ts';

const READERS = 4_000;

let server: TestServer;
let newsletter_id: number;
let range: LeasedRange;
beforeAll(async () => {
  server = await startTestServer();
  const { pool } = server.deps;
  newsletter_id = await seedNewsletter(pool, { readers: READERS, deals: 4 });
  await pool.query(
    `with earlier as (
       insert into newsletters (newsletter_date, status)
       select date '2026-11-20' + n, 'sent' from generate_series(1, 5) n returning id)
     insert into deliveries (newsletter_id, reader_id, state) select earlier.id, readers.id, 'accepted' from earlier, readers`,
  );
  await pool.query('analyze');
  const lease = { name: leaseNameOf({ newsletter_id, number: 1 }), fence: '1' };
  await pool.query("insert into leases (name, fence, holder, expires_at) values ($1, $2, 'test', 'infinity')", [
    lease.name,
    lease.fence,
  ]);
  range = { ...(await server.deps.db.newsletterRange.findFirstOrThrow({ where: { newsletter_id } })), lease };
});
afterAll(() => server.close());

it("finds a batch's rows by the primary key", async () => {
  const { pool, now } = server.deps;
  const [first, second] = await queuedAfter(pool, range, 0);
  const outcome = { reader_id: first!.reader_id, attempts: 0, state: 'accepted' as const, failure: null };
  const plan: string[] = [];
  await commitBatch(explainQueries(pool, 'explain', plan), range, {
    now: now(),
    outcomes: [{ ...outcome, link_count: 1, next_attempt_at: null }],
    next: [{ ...second!, message_id: '<2@deckle.test>' }],
  });
  expect(plan.filter((line) => line.includes('deliveries_before_pkey'))).toHaveLength(2);
});

it('updates delivery rows without touching an index (HOT updates)', async () => {
  const { pool, now } = server.deps;
  const next = (await queuedAfter(pool, range, 0))
    .slice(0, 10)
    .map(({ reader_id }) => ({ reader_id, message_id: `<${reader_id}@deckle.test>` }));
  const outcomes = next.map(({ reader_id }) => ({
    reader_id,
    attempts: 0,
    state: 'accepted' as const,
    failure: null,
    link_count: 9,
    next_attempt_at: null,
  }));
  const client = await pool.connect();
  try {
    await client.query('begin');
    await commitBatch(client, range, { now: now(), outcomes: [], next });
    await commitBatch(client, range, { now: now(), outcomes, next: [] });
    const { rows } = await client.query(
      `select n_tup_upd::int as updates, n_tup_hot_upd::int as hot from pg_stat_xact_user_tables where relname = 'deliveries_before'`,
    );
    expect(rows[0]).toEqual({ updates: 20, hot: 20 });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

it('finds uncertain rows with the partial index', async () => {
  const { rows } = await server.deps.pool.query<{ 'QUERY PLAN': string }>(
    'explain select count(*) from deliveries where is_uncertain',
  );
  expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('deliveries_before_uncertain');
});

it('reads only the next rows and their readers, however many rows come before', async () => {
  const { pool } = server.deps;
  const { rows } = await pool.query<{ id: number }>(
    'select reader_id as id from deliveries where newsletter_id = $1 order by 1 offset $2 limit 1',
    [newsletter_id, READERS - 300],
  );
  const plan: string[] = [];
  await queuedAfter(explainQueries(pool, 'explain (analyze, costs off, timing off)', plan), range, rows[0]!.id);
  const scans = plan.filter(
    (line) => / on (readers|deliveries_before|reader_categories)\b/.test(line) && !line.includes('never executed'),
  );
  const read = scans.map((line) => {
    const [, each, loops] = /rows=([\d.]+) loops=(\d+)/.exec(line)!;
    return Number(each) * Number(loops);
  });
  expect(scans.length).toBeGreaterThan(2);
  // Each reader has five categories.
  expect(Math.max(...read)).toBeLessThanOrEqual(5 * READ_AHEAD);
});

/** Wraps the pool: runs EXPLAIN on each statement, and collects the plan. */
const explainQueries = (pool: Pool, explain: string, plan: string[]) =>
  ({
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`${explain} ${text}`, values);
      plan.push(...rows.map((row) => row['QUERY PLAN']));
      return { rows: [{ reader_ids: [] }] };
    },
  }) as unknown as Pool;
