/** Choice between primary and replica. tests/replica.test.ts uses a real replica. */
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { withPrimaryFallback } from './replica.ts';

const failing = (code: string) => Object.assign(new Error(code), { code });

/** A pool that returns its name until it is given an error. */
function pool(name: string) {
  const state = { queries: 0, error: null as Error | null };
  const respond = async () => {
    state.queries++;
    if (state.error) throw state.error;
    return name;
  };
  return { state, pool: { query: respond, connect: respond } as unknown as Pool };
}

function setUp(retryAfterMs: number) {
  const replica = pool('replica');
  const primary = pool('primary');
  const reports: string[] = [];
  const onUnavailable = (error: Error) => void reports.push(error.message);
  const reads = withPrimaryFallback(replica.pool, { primary: primary.pool, onUnavailable, retryAfterMs });
  const query = () => reads.query('select 1') as unknown as Promise<string>;
  return { replica: replica.state, primary: primary.state, reads, query, reports };
}

it('queries the replica', async () => {
  const { query, primary } = setUp(60_000);
  expect(await query()).toBe('replica');
  expect(primary.queries).toBe(0);
});

it.each(['ECONNREFUSED', 'ECONNRESET', '57P03', '57P01', '08006', ''])(
  'queries the primary when the replica is unavailable (%s), reports it once, and pauses before retrying',
  async (code) => {
    const { query, replica, reports } = setUp(60_000);
    replica.error = failing(code);
    expect([await query(), await query(), await query()]).toEqual(['primary', 'primary', 'primary']);
    expect([replica.queries, reports.length]).toEqual([1, 1]);
  },
);

it('returns to a replica that is available again', async () => {
  const { query, replica } = setUp(0);
  replica.error = failing('ECONNREFUSED');
  expect(await query()).toBe('primary');
  replica.error = null;
  expect(await query()).toBe('replica');
});

it("queries the primary for what the replica can't answer yet, and keeps using the replica", async () => {
  const { query, replica, reports } = setUp(60_000);
  replica.error = failing('42P01');
  expect(await query()).toBe('primary');
  replica.error = null;
  expect(await query()).toBe('replica');
  expect(reports).toEqual([]);
});

it.each(['25006', '57014'])("doesn't repeat a write or a timed-out query (%s)", async (code) => {
  const { query, replica, primary } = setUp(60_000);
  replica.error = failing(code);
  await expect(query()).rejects.toThrow(code);
  expect(primary.queries).toBe(0);
});

it('opens transactions on the primary while the replica is unavailable', async () => {
  const { reads, replica } = setUp(60_000);
  replica.error = failing('ECONNREFUSED');
  expect(await reads.connect()).toBe('primary');
});
