/**
 * Compares this machine's system time with the database's clock. A demo or test clock set to another date doesn't
 * matter.
 */
import { systemClock } from './clock.ts';
import type { Deps } from './deps.ts';

const MAX_DIFFERENCE_MS = 60_000;
/** A worker whose clock is wrong renews its report at least every five minutes. An older report is out of date. */
const REPORT_VALID_MINUTES = 11;
const REPORT_KEY = 'worker_clock';

/**
 * Milliseconds by which this machine is ahead of the database; negative when it's behind. The query's own duration
 * doesn't count.
 */
export async function clockDifference({ pool }: Pick<Deps, 'pool'>): Promise<number> {
  const before = systemClock.now().getTime();
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at');
  const after = systemClock.now().getTime();
  const database = rows[0]!.at.getTime();
  if (database < before) return before - database;
  return database > after ? after - database : 0;
}

export const isClockWrong = (difference: number) => Math.abs(difference) > MAX_DIFFERENCE_MS;

/**
 * Throws if this machine's clock is wrong, because it would close a newsletter at the wrong time. Also stores the
 * difference, which the health page of every process shows.
 */
export async function requireCorrectClock(deps: Pick<Deps, 'pool'>) {
  const difference = await clockDifference(deps);
  if (!isClockWrong(difference)) return;
  await deps.pool.query(
    `insert into settings (key, value) values ($1, jsonb_build_object('difference_ms', $2::int8, 'at', clock_timestamp()))
     on conflict (key) do update set value = excluded.value`,
    [REPORT_KEY, difference],
  );
  throw new Error(`Daily jobs and the freeze won’t run: ${describeDifference(difference)}. Sync this machine’s clock.`);
}

/** The clock difference, in milliseconds, that a worker recently reported, or null if none did. */
export async function reportedDifference({ pool }: Pick<Deps, 'pool'>): Promise<number | null> {
  const { rows } = await pool.query<{ difference: number }>(
    `select (value ->> 'difference_ms')::float8 as difference from settings
     where key = $1 and (value ->> 'at')::timestamptz > clock_timestamp() - $2 * interval '1 minute'`,
    [REPORT_KEY, REPORT_VALID_MINUTES],
  );
  return rows[0]?.difference ?? null;
}

export const describeDifference = (difference: number) =>
  `the clock is ${Math.round(Math.abs(difference) / 1000)} seconds ${difference > 0 ? 'ahead of' : 'behind'} the database’s`;
