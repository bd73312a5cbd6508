import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { openDatabase } from './database.ts';
import { createLog } from './log.ts';
import { createQueue } from './queue.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('opens although every connection is taken by a transaction that waits for it', async () => {
  const { db, pool } = openDatabase(database.url, { connections: 2 });
  const queue = createQueue(pool, createLog('silent'));
  const seen: string[] = [];
  queue.handle<{ from: string }>('test.late', async ({ from }) => void seen.push(from));
  const send = (from: string) =>
    db.$transaction(async (tx) => {
      await tx.$executeRaw`select 1`;
      await queue.send(tx, 'test.late', { from });
    });
  await Promise.all([send('first'), send('second')]);
  await queue.drain();
  expect(seen.sort()).toEqual(['first', 'second']);
  await queue.stop();
  await db.$disconnect();
  if (!pool.ended) await pool.end();
});
