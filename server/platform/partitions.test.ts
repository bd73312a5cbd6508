/** Changes of partitioned tables: they give way to other work, and try again. */
import { expect, it } from 'vitest';
import type { Pool } from './database.ts';
import { alterTables } from './partitions.ts';

/** A pool whose first statements fail with these codes. `times` has the time of each statement. */
function failingPool(codes: readonly string[]) {
  const times: number[] = [];
  const query = async () => {
    const code = codes[times.push(performance.now()) - 1];
    if (code) throw Object.assign(new Error(code), { code });
  };
  return { pool: { query } as unknown as Pool, times };
}

it('waits a random time of at least 100 ms before it tries again for a lock', async () => {
  const { pool, times } = failingPool(Array(4).fill('55P03'));
  await alterTables(pool, 'drop table old');
  const pauses = times.slice(1).map((time, n) => time - times[n]!);
  expect(pauses).toHaveLength(4);
  // A timer may fire up to a millisecond early.
  expect(Math.min(...pauses)).toBeGreaterThan(98);
  expect(new Set(pauses.map((pause) => Math.round(pause / 2))).size).toBeGreaterThan(1);
});

it('throws after the last attempt, and immediately for any other error', async () => {
  const locked = failingPool(Array(3).fill('55P03'));
  await expect(alterTables(locked.pool, 'drop table old', 2)).rejects.toThrow('55P03');
  expect(locked.times).toHaveLength(2);
  const broken = failingPool(['42P01']);
  await expect(alterTables(broken.pool, 'drop table old')).rejects.toThrow('42P01');
  expect(broken.times).toHaveLength(1);
});
