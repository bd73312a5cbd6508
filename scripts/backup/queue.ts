/** Creates pg-boss's tables in a new database, as the server does at startup. */
import { registerJobs } from '#server/jobs.ts';
import { openDatabase } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { createQueue } from '#server/platform/queue.ts';

export async function prepareQueue(databaseUrl: string): Promise<void> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 3 });
  const queue = createQueue(pool, createLog('error'));
  // Only the names matter here: no job is run.
  registerJobs({ queue } as Deps);
  await queue.open();
  await queue.stop();
  await db.$disconnect();
  if (!pool.ended) await pool.end();
}
