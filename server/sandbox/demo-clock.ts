/**
 * The demo's clock: set manually and persisted across restarts. Sessions move with it, so that a jump signs nobody out.
 */
import { nextCutoff, type SettableClock } from '#server/platform/clock.ts';
import type { Pool } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';

const KEY = 'demo_clock_offset_ms';

/** The time to jump to, or null if no promotion has a click window to wait for. */
export async function findAdvanceTarget(
  deps: Pick<Deps, 'db' | 'now'>,
  to: 'next_cutoff' | 'click_window_end',
): Promise<Date | null> {
  if (to === 'next_cutoff') return nextCutoff(deps.now());
  const last = await deps.db.promotion.aggregate({
    where: { settled_at: null, cancelled_at: null },
    _max: { click_window_ends_at: true },
  });
  return last._max.click_window_ends_at;
}

export const shiftSessions = (deps: Pick<Deps, 'db'>, milliseconds: number) => deps.db.$executeRaw`
  update auth_tokens set expires_at = expires_at + ${milliseconds} * interval '1 millisecond',
    last_used_at = last_used_at + ${milliseconds} * interval '1 millisecond'
  where scope = 'session'`;

/** Stores the clock's offset from the database's clock. */
export const saveClock = async (deps: Pick<Deps, 'pool' | 'now'>) => {
  await deps.pool.query(
    `insert into settings (key, value) values ($1, to_jsonb(round(extract(epoch from $2::timestamptz - clock_timestamp()) * 1000)))
     on conflict (key) do update set value = excluded.value`,
    [KEY, deps.now()],
  );
};

/** Moves the clock by the stored offset. */
export async function restoreClock(clock: SettableClock, pool: Pool) {
  const { rows } = await pool.query('select value from settings where key = $1', [KEY]);
  const offset = Number(rows[0]?.value ?? 0);
  if (offset) clock.set(new Date(clock.now().getTime() + offset));
}
