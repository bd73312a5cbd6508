/**
 * Process that chooses a newsletter's recipients and kills itself midway: node tests/faults/freeze-child.ts '{"id": …}'
 */

import { SEND_NEWSLETTER_JOB } from '#server/newsletters/freeze.ts';
import { freezeReaders, rangeSize } from '#server/newsletters/freeze-readers.ts';
import { type Database, openDatabase, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { createQueue } from '#server/platform/queue.ts';

export type FreezeChildOptions = {
  databaseUrl: string;
  id: number;
  now: string;
  readersPerRange: number;
  /** Range at which the process kills itself, right before or right after its commit; null if it doesn't. */
  kill: { atRange: number; isBeforeCommit: boolean } | null;
  /** For the control: starts at the first reader, as if no cursor were stored. */
  forgetsCursor: boolean;
};

const options = JSON.parse(process.argv[2]!) as FreezeChildOptions;
rangeSize.readers = options.readersPerRange;
const { db, pool } = openDatabase(options.databaseUrl, { connections: 4 });
const queue = createQueue(pool, createLog('silent'));
queue.handle(SEND_NEWSLETTER_JOB, async () => {});
if (options.forgetsCursor) await pool.query('update newsletters set freeze_cursor = 0 where id = $1', [options.id]);

const die = () => process.kill(process.pid, 'SIGKILL');
let ranges = 0;
const dyingDb = new Proxy(db, {
  get: (target, name) => (name === '$transaction' ? transact : target[name as keyof Database]),
});
async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const isLast = ++ranges === options.kill?.atRange;
  const result = await db.$transaction(async (tx) => {
    const value = await work(tx);
    if (isLast && options.kill!.isBeforeCommit) die();
    return value;
  });
  if (isLast) die();
  return result;
}

const now = () => new Date(options.now);
await freezeReaders({ db: dyingDb, pool, queue, now, mail: { isClosed: () => false } } as unknown as Deps, options);
process.exit(0);
