/** Which of two databases is asked. The real replica stands in tests/replica.test.ts. */
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { orPrimary } from './replica.ts';

const failing = (code: string) => Object.assign(new Error(code), { code });

/** A pool that answers by name until it is given an error. */
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
  const reads = orPrimary(replica.pool, { primary: primary.pool, onAway, restMs });
  const ask = () => reads.query('select 1') as unknown as Promise<string>;
  return { replica: replica.state, primary: primary.state, reads, ask, told };
}

it('asks the replica', async () => {
  const { ask, primary } = pair(60_000);
  expect(await ask()).toBe('replica');
  expect(primary.asked).toBe(0);
});

it.each(['ECONNREFUSED', 'ECONNRESET', '57P03', '57P01', '08006', ''])(
  'asks the primary when the replica is away (%s), says so once, and leaves it in peace for a while',
  async (code) => {
    const { ask, replica, told } = pair(60_000);
    replica.error = failing(code);
    expect([await ask(), await ask(), await ask()]).toEqual(['primary', 'primary', 'primary']);
    expect([replica.asked, told.length]).toEqual([1, 1]);
  },
);

it('comes back to a replica that is there again', async () => {
  const { ask, replica } = pair(0);
  replica.error = failing('ECONNREFUSED');
  expect(await ask()).toBe('primary');
  replica.error = null;
  expect(await ask()).toBe('replica');
});

it('asks the primary what the replica cannot answer yet, and goes on asking the replica', async () => {
  const { ask, replica, told } = pair(60_000);
  replica.error = failing('42P01');
  expect(await ask()).toBe('primary');
  replica.error = null;
  expect(await ask()).toBe('replica');
  expect(told).toEqual([]);
});

it.each(['25006', '57014'])('does not repeat a write or what took too long (%s)', async (code) => {
  const { ask, replica, primary } = pair(60_000);
  replica.error = failing(code);
  await expect(ask()).rejects.toThrow(code);
  expect(primary.asked).toBe(0);
});

it('opens transactions on the primary while the replica is away', async () => {
  const { reads, replica } = pair(60_000);
  replica.error = failing('ECONNREFUSED');
  expect(await reads.connect()).toBe('primary');
});
