/** What an empty database needs before its first visitor. Of several starting processes one fills it and the others wait. */
import type pg from 'pg';
import { seedReference } from './reference.ts';

/** Any number, neither the migrations' nor the demo's. */
const LOCK = 4_237_003;

type Filling = { db: Parameters<typeof seedReference>[0]['db']; pool: pg.Pool };

/** Adds the reference data that is missing: all of it, or what a process that died had not come to. */
export async function fillReference({ db, pool }: Filling): Promise<void> {
  if (await isFilled(pool)) return;
  const holder = await pool.connect();
  try {
    await holder.query('set lock_timeout = 0; set statement_timeout = 0');
    await holder.query('select pg_advisory_lock($1)', [LOCK]);
    await seedReference({ db });
  } finally {
    // Closed, not returned: the lock and the settings end with the connection.
    holder.release(true);
  }
}

/** Its tables in the order in which they are filled: the last one has rows when the others do. */
async function isFilled(pool: pg.Pool) {
  const { rows } = await pool.query('select exists (select from promotion_sites) as filled');
  return rows[0].filled as boolean;
}
