/**
 * One sender per newsletter, whatever the number of processes: a session lock, which Postgres gives back by itself when the
 * process that holds it dies. The sender writes on the same connection, so it cannot go on without its lock.
 * See docs/decisions/0028-session-locks-for-exclusive-work.md.
 */
import type { PoolClient } from 'pg';
import type { Deps } from '#server/platform/deps.ts';

export type SenderClient = PoolClient;

/** Apart from other advisory locks on this database. */
const SENDERS = 7_301;
/** To count a million rows anew takes longer than the five seconds that other statements get. */
const STATEMENT_MS = 120_000;

/** Does the work as the newsletter's only sender; null, at once, when there is another one. */
export async function asOnlySender<T>(
  { pool }: Pick<Deps, 'pool'>,
  newsletter_id: number,
  work: (db: SenderClient) => Promise<T>,
): Promise<T | null> {
  const db = await pool.connect();
  let failure: unknown = null;
  // The query under way fails too, and says why.
  db.on('error', ignore);
  try {
    const { rows } = await db.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1, $2) as is_mine', [
      SENDERS,
      newsletter_id,
    ]);
    if (!rows[0]!.is_mine) return null;
    // Each turn has another number of mails, for which Postgres would plan anew: that takes longer than the turn itself.
    await db.query(`set statement_timeout = ${STATEMENT_MS}; set plan_cache_mode = force_generic_plan`);
    const result = await work(db);
    await db.query('reset statement_timeout; reset plan_cache_mode');
    await db.query('select pg_advisory_unlock($1, $2)', [SENDERS, newsletter_id]);
    return result;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    db.off('error', ignore);
    // With its connection the lock goes too.
    db.release(failure !== null);
  }
}

const ignore = () => {};
