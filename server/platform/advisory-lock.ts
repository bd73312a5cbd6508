/** Session locks of Postgres: held by one connection, and released by the database when that connection's process dies. */
import type { Pool } from './database.ts';

/** Runs `work` while holding the lock. Null right away when somebody else holds it. */
export async function whileLocked<T>(pool: Pool, key: [space: number, id: number], work: () => Promise<T>) {
  const holder = await pool.connect();
  let isBroken = false;
  // An unheard error of an idle connection would end the process.
  const onError = () => {
    isBroken = true;
  };
  holder.on('error', onError);
  try {
    const { rows } = await holder.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1, $2) as is_mine', key);
    if (!rows[0]!.is_mine) return null;
    try {
      return await work();
    } finally {
      await holder.query('select pg_advisory_unlock($1, $2)', key).catch(onError);
    }
  } finally {
    holder.off('error', onError);
    holder.release(isBroken);
  }
}
