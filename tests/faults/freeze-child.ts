/** A process that chooses a newsletter's recipients and dies on the way: node tests/faults/freeze-child.ts '{"id": …}' */

import { SEND } from '#server/newsletters/freeze.ts';
import { freezeRange, freezeReaders } from '#server/newsletters/freeze-readers.ts';
import { type Database, openDatabase, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { createQueue } from '#server/platform/queue.ts';

export type FreezeChildOptions = {
  databaseUrl: string;
  id: number;
  now: string;
  readersPerRange: number;
  /** Dies with this range: right before its commit, or right after it. Null: it lives. */
  dies: { atRange: number; isBeforeCommit: boolean } | null;
  /** For the control: begins with the first reader, as a process would that knew no cursor. */
  forgetsCursor: boolean;
};

const order = JSON.parse(process.argv[2]!) as FreezeChildOptions;
freezeRange.readers = order.readersPerRange;
const { db, pool } = openDatabase(order.databaseUrl, { connections: 4 });
const queue = createQueue(pool, createLog('silent'));
queue.handle(SEND, async () => {});
if (order.forgetsCursor) await pool.query('update newsletters set freeze_cursor = 0 where id = $1', [order.id]);

const die = () => process.kill(process.pid, 'SIGKILL');
let ranges = 0;
const dyingDb = new Proxy(db, {
  get: (target, name) => (name === '$transaction' ? transact : target[name as keyof Database]),
});
async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const isLast = ++ranges === order.dies?.atRange;
  const result = await db.$transaction(async (tx) => {
    const found = await work(tx);
    if (isLast && order.dies!.isBeforeCommit) die();
    return found;
  });
  if (isLast) die();
  return result;
}

const now = () => new Date(order.now);
await freezeReaders({ db: dyingDb, pool, queue, now, mail: { isClosed: () => false } } as unknown as Deps, order);
process.exit(0);
