/**
 * Ensures one sender per newsletter across processes with a session lock, which Postgres releases when the process that
 * holds it dies. The sender writes on the same connection, so it can't continue without its lock.
 */
import type { PoolClient } from 'pg';
import type { Deps } from '#server/platform/deps.ts';

export type SenderClient = PoolClient;

/** Namespace among this database's advisory locks. */
const SENDERS = 7_301;
/** Recounting a million rows takes longer than the usual five-second limit. */
const STATEMENT_MS = 120_000;

/** Runs the work as the newsletter's only sender; returns null, without waiting, if there is another one. */
export async function asOnlySender<T>(
  { pool }: Pick<Deps, 'pool'>,
  newsletter_id: number,
  work: (db: SenderClient) => Promise<T>,
): Promise<T | null> {
  const db = await pool.connect();
  let failure: unknown = null;
  // The query in progress fails too and reports the error.
  db.on('error', ignore);
  try {
    const { rows } = await db.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1, $2) as is_mine', [
      SENDERS,
      newsletter_id,
    ]);
    if (!rows[0]!.is_mine) return null;
    // Batches vary in size, and planning each again would take longer than running it.
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
    // Closing the connection also releases the lock.
    db.release(failure !== null);
  }
}

const ignore = () => {};
