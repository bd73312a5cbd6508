/** Changes of partitioned tables while others use them. */
import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Pool } from './database.ts';

const MAX_ATTEMPTS = 50;
/** Less than Postgres’s deadlock_timeout, so that in a deadlock with other work, this statement fails. */
const LOCK_TIMEOUT_MS = 100;
/** Between attempts, so that other work gets its turn, and two processes don't keep blocking each other. */
const PAUSE_MS = { min: 100, max: 500 };
const LOCK_NOT_AVAILABLE = '55P03';

/** Runs the statements in `sql` in one transaction. Tries up to `attempts` times while a table is locked. */
export async function alterTables(pool: Pool, sql: string, attempts = MAX_ATTEMPTS): Promise<void> {
  try {
    await pool.query(`set local statement_timeout = 0; set local lock_timeout = ${LOCK_TIMEOUT_MS}; ${sql}`);
  } catch (error) {
    if (attempts === 1 || (error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    await setTimeout(randomInt(PAUSE_MS.min, PAUSE_MS.max + 1));
    await alterTables(pool, sql, attempts - 1);
  }
}
