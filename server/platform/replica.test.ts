/** Choice between primary and replica. tests/replica.test.ts uses a real replica. */
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { withPrimaryFallback } from './replica.ts';

const failing = (code: string) => Object.assign(new Error(code), { code });

/** A pool that returns its name until it is given an error. */
function pool(name: string) {
  const state = { asked: 0, error: null as Error | null };
  const answer = async () => {
    state.asked++;
    if (state.error) throw state.error;
    return name;
  };
  return { state, pool: { query: answer, connect: answer } as unknown as Pool };
}

function pair(restMs: number) {
  const replica = pool('replica');
  const primary = pool('primary');
  const told: string[] = [];
  const onAway = (error: Error) => void told.push(error.message);
  const reads = withPrimaryFallback(replica.pool, { primary: primary.pool, onAway, restMs });
  const ask = () => reads.query('select 1') as unknown as Promise<string>;
  return { replica: replica.state, primary: primary.state, reads, ask, told };
}

it('queries the replica', async () => {
  const { ask, primary } = pair(60_000);
  expect(await ask()).toBe('replica');
  expect(primary.asked).toBe(0);
});

it.each(['ECONNREFUSED', 'ECONNRESET', '57P03', '57P01', '08006', ''])(
  'queries the primary when the replica is unavailable (%s), reports it once, and pauses before retrying',
  async (code) => {
    const { ask, replica, told } = pair(60_000);
    replica.error = failing(code);
    expect([await ask(), await ask(), await ask()]).toEqual(['primary', 'primary', 'primary']);
    expect([replica.asked, told.length]).toEqual([1, 1]);
  },
);

it('returns to a replica that is available again', async () => {
  const { ask, replica } = pair(0);
  replica.error = failing('ECONNREFUSED');
  expect(await ask()).toBe('primary');
  replica.error = null;
  expect(await ask()).toBe('replica');
});

it("queries the primary for what the replica can't answer yet, and keeps using the replica", async () => {
  const { ask, replica, told } = pair(60_000);
  replica.error = failing('42P01');
  expect(await ask()).toBe('primary');
  replica.error = null;
  expect(await ask()).toBe('replica');
  expect(told).toEqual([]);
});

it.each(['25006', '57014'])("doesn't repeat a write or a timed-out query (%s)", async (code) => {
  const { ask, replica, primary } = pair(60_000);
  replica.error = failing(code);
  await expect(ask()).rejects.toThrow(code);
  expect(primary.asked).toBe(0);
});

it('opens transactions on the primary while the replica is unavailable', async () => {
  const { reads, replica } = pair(60_000);
  replica.error = failing('ECONNREFUSED');
  expect(await reads.connect()).toBe('primary');
});
