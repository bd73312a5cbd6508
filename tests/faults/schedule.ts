/** Schedule fault test: one run per job and business date with five processes, kills, wrong clocks, and downtime. */
import { openDatabase } from '#server/platform/database.ts';
import { FAST, withTrialDatabase } from '../cluster.ts';
import { disableLeases, race } from './schedule-race.ts';
import { type ControlResult, controlResult, verdict } from './verdict.ts';

const CONTROL_DAYS = 3;

export const trials = [{ id: 'daily jobs', size: 1_000, run }];

/**
 * `size` is in days. The control is a shorter race on a database in which every process acquires every lease: it must
 * find violations.
 */
function run(size: number, seed: number) {
  return withTrialDatabase(async ({ databaseUrl }) => {
    const { violations, ...counts } = await race({ databaseUrl, days: size, seed });
    const control = await raceWithoutLease(databaseUrl, seed);
    return verdict(size, violations, control, JSON.stringify(counts));
  }, FAST);
}

/** Runs the control, which must be red. */
export async function raceWithoutLease(databaseUrl: string, seed: number): Promise<ControlResult> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 1 });
  try {
    await disableLeases(pool);
    const { violations } = await race({ databaseUrl, days: CONTROL_DAYS, seed });
    return controlResult(violations.length > 0);
  } finally {
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  }
}
