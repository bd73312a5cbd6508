/**
 * Compares this machine's clock with the database's. The system's own time is compared, so a demo or test clock that was set to
 * another date makes no difference.
 */
import { systemClock } from './clock.ts';
import type { Deps } from './deps.ts';

const MAX_DIFFERENCE_MS = 60_000;
/** The schedule looks every five minutes; after two looks without a refusal the clock counts as corrected. */
const REPORT_MINUTES = 11;
const REPORT_KEY = 'worker_clock';

/** Milliseconds by which this machine is ahead of the database; negative when it's behind. The time of the query doesn't count. */
export async function clockDifference({ pool }: Pick<Deps, 'pool'>): Promise<number> {
  const before = systemClock.now().getTime();
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at');
  const after = systemClock.now().getTime();
  const database = rows[0]!.at.getTime();
  if (database < before) return before - database;
  return database > after ? after - database : 0;
}

export const isClockWrong = (difference: number) => Math.abs(difference) > MAX_DIFFERENCE_MS;

/** Throws when this machine would close a newsletter at the wrong time, and reports it for the health page of every process. */
export async function requireRightClock(deps: Pick<Deps, 'pool'>) {
  const difference = await clockDifference(deps);
  if (!isClockWrong(difference)) return;
  await deps.pool.query(
    `insert into settings (key, value) values ($1, jsonb_build_object('difference_ms', $2::int8, 'at', clock_timestamp()))
     on conflict (key) do update set value = excluded.value`,
    [REPORT_KEY, difference],
  );
  throw new Error(`Scheduled work is refused: ${describeDifference(difference)}. Correct this machine's clock.`);
}

/** The difference that a worker refused to work with lately; null when none did. */
export async function reportedDifference({ pool }: Pick<Deps, 'pool'>): Promise<number | null> {
  const { rows } = await pool.query<{ difference: number }>(
    `select (value ->> 'difference_ms')::float8 as difference from settings
     where key = $1 and (value ->> 'at')::timestamptz > clock_timestamp() - $2 * interval '1 minute'`,
    [REPORT_KEY, REPORT_MINUTES],
  );
  return rows[0]?.difference ?? null;
}

export const describeDifference = (difference: number) =>
  `the clock is ${Math.round(Math.abs(difference) / 1000)} seconds ${difference > 0 ? 'ahead of' : 'behind'} the database’s`;
