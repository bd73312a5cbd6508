/** How Postgres finds the rows of a turn. */
import { expect, it } from 'vitest';
import type { Pool } from '#server/platform/database.ts';
import { startTestServer } from '#server/testing/app.ts';
import { seedNewsletter } from '../../tests/faults/mail-seed.ts';
import { takeTurn, waitingAfter } from './delivery-log.ts';

it('a turn finds its rows by the primary key, whatever lies dead in the index of states', async () => {
  const server = await startTestServer();
  try {
    const { pool, now } = server.deps;
    const newsletter_id = await seedNewsletter(pool, { readers: 4_000, deals: 4 });
    const [first, second] = await waitingAfter(pool, newsletter_id, 0);
    const outcome = { reader_id: first!.reader_id, state: 'accepted' as const, failure: null };
    const plan: string[] = [];
    await takeTurn(explaining(pool, plan), newsletter_id, {
      now: now(),
      outcomes: [{ ...outcome, link_count: 1, next_attempt_at: null }],
      next: [{ ...second!, message_id: '<2@deckle.test>' }],
    });
    expect(plan.filter((line) => line.includes('deliveries_pkey'))).toHaveLength(2);
    expect(plan.join('\n')).not.toContain('deliveries_newsletter_id_state_reader_id_idx');
  } finally {
    await server.close();
  }
});

/** Asks for the plan of what it is given, instead of doing it. */
const explaining = (pool: Pool, plan: string[]) =>
  ({
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      plan.push(...rows.map((row) => row['QUERY PLAN']));
      return { rows: [] };
    },
  }) as unknown as Pool;
