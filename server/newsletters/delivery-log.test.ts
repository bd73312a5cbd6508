/** How Postgres finds the rows of a turn, and what it reads for them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Pool } from '#server/platform/database.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { seedNewsletter } from '../../tests/faults/mail-seed.ts';
import { READ_AHEAD, takeTurn, waitingAfter } from './delivery-log.ts';

const READERS = 4_000;

let server: TestServer;
let newsletter_id: number;
beforeAll(async () => {
  server = await startTestServer();
  newsletter_id = await seedNewsletter(server.deps.pool, { readers: READERS, deals: 4 });
  await server.deps.pool.query('analyze');
});
afterAll(() => server.close());

it('a turn finds its rows by the primary key, whatever lies dead in the index of states', async () => {
  const { pool, now } = server.deps;
  const [first, second] = await waitingAfter(pool, newsletter_id, 0);
  const outcome = { reader_id: first!.reader_id, state: 'accepted' as const, failure: null };
  const plan: string[] = [];
  await takeTurn(explaining(pool, 'explain', plan), newsletter_id, {
    now: now(),
    outcomes: [{ ...outcome, link_count: 1, next_attempt_at: null }],
    next: [{ ...second!, message_id: '<2@deckle.test>' }],
  });
  expect(plan.filter((line) => line.includes('deliveries_pkey'))).toHaveLength(2);
  expect(plan.join('\n')).not.toContain('deliveries_newsletter_id_state_reader_id_idx');
});

it('the next rows are read with their own readers, however many have gone before', async () => {
  const { pool } = server.deps;
  const { rows } = await pool.query<{ id: number }>(
    'select reader_id as id from deliveries order by 1 offset $1 limit 1',
    [READERS - 300],
  );
  const plan: string[] = [];
  await waitingAfter(explaining(pool, 'explain (analyze, costs off, timing off)', plan), newsletter_id, rows[0]!.id);
  const scans = plan.filter((line) => / on (readers|deliveries|reader_categories)\b/.test(line));
  const read = scans.map((line) => {
    const [, each, loops] = /rows=([\d.]+) loops=(\d+)/.exec(line)!;
    return Number(each) * Number(loops);
  });
  expect(scans.length).toBeGreaterThan(2);
  // A reader has five genres here.
  expect(Math.max(...read)).toBeLessThanOrEqual(5 * READ_AHEAD);
});

/** Asks for the plan of what it is given, instead of doing it. */
const explaining = (pool: Pool, explain: string, plan: string[]) =>
  ({
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`${explain} ${text}`, values);
      plan.push(...rows.map((row) => row['QUERY PLAN']));
      return { rows: [] };
    },
  }) as unknown as Pool;
