/** Schedule fault test: one run per job and business date with five processes, kills, wrong clocks, and downtime. */
import { openDatabase } from '#server/platform/database.ts';
import { FAST, withTrialDatabase } from '../cluster.ts';
import { disableLeases, race } from './schedule-race.ts';

const CONTROL_DAYS = 3;

export const trials = [{ id: 'daily jobs', size: 1_000, run }];

/**
 * `size` is in days. The control is a shorter race on a database in which every process acquires every lease: it must
 * find violations.
 */
function run(size: number, seed: number) {
  return withTrialDatabase(async ({ databaseUrl }) => {
    const { violations, ...counts } = await race({ databaseUrl, days: size, seed });
    for (const violation of violations.slice(0, 20)) console.error(violation);
    const control = await raceWithoutLease(databaseUrl, seed);
    return { n: size, violations: violations.length, control, notes: JSON.stringify(counts) };
  }, FAST);
}

/** Runs the control, which must be red. */
export async function raceWithoutLease(databaseUrl: string, seed: number): Promise<'red' | 'green'> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 1 });
  try {
    await disableLeases(pool);
    const { violations } = await race({ databaseUrl, days: CONTROL_DAYS, seed });
    return violations.length ? 'red' : 'green';
  } finally {
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  }
}
