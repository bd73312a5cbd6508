import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { openDatabase } from './database.ts';
import { createLog } from './log.ts';
import { createQueue } from './queue.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('opens even if every connection is used by a transaction waiting for it', async () => {
  const { db, pool } = openDatabase(database.url, { connections: 2 });
  const queue = createQueue(pool, createLog('silent'));
  const seen: string[] = [];
  queue.handle<{ from: string }>('test.send', async ({ from }) => void seen.push(from));
  const send = (from: string) =>
    db.$transaction(async (tx) => {
      await tx.$executeRaw`select 1`;
      await queue.send(tx, 'test.send', { from });
    });
  await Promise.all([send('first'), send('second')]);
  await queue.drain();
  expect(seen.sort()).toEqual(['first', 'second']);
  await queue.stop();
  await db.$disconnect();
  if (!pool.ended) await pool.end();
});

it('opens after the database was unavailable', async () => {
  const { db, pool } = openDatabase(database.url, { connections: 1 });
  const queue = createQueue(pool, createLog('silent'));
  const { connectionString } = pool.options;
  Object.assign(pool.options, { connectionString: 'postgres://nobody@127.0.0.1:1/nothing' });
  await expect(queue.open()).rejects.toThrow('ECONNREFUSED');
  Object.assign(pool.options, { connectionString });
  await queue.open();
  await queue.stop();
  await db.$disconnect();
  if (!pool.ended) await pool.end();
});

it('stops even if the opening in progress fails', async () => {
  const { db, pool } = openDatabase(database.url, { connections: 1 });
  Object.assign(pool.options, { connectionString: 'postgres://nobody@127.0.0.1:1/nothing' });
  const queue = createQueue(pool, createLog('silent'));
  const opening = expect(queue.open()).rejects.toThrow('ECONNREFUSED');
  await queue.stop();
  await opening;
  await db.$disconnect();
  if (!pool.ended) await pool.end();
});

it('opens again without failing a query of pg-boss, and updates a queue’s settings', async () => {
  const { db, pool } = openDatabase(database.url, { connections: 2 });
  const log = createLog('silent');
  const error = vi.spyOn(log, 'error');
  const limits: number[] = [];
  for (const keepsTrying of [false, false, true]) {
    const queue = createQueue(pool, log);
    queue.handle('test.settings', async () => undefined, { keepsTrying });
    await queue.open();
    await queue.stop();
    const { rows } = await pool.query<{ retry_limit: number }>(
      "select retry_limit from pgboss.queue where name = 'test.settings'",
    );
    limits.push(rows[0]!.retry_limit);
  }
  expect(limits).toEqual([8, 8, 40]);
  expect(error).not.toHaveBeenCalled();
  await db.$disconnect();
  if (!pool.ended) await pool.end();
});

it('retries failed jobs only, not the ones fetched with them', async () => {
  const { db, pool } = openDatabase(database.url, { connections: 3 });
  const queue = createQueue(pool, createLog('silent'));
  const seen: number[] = [];
  queue.handle<{ number: number }>('test.batch', async ({ number }) => {
    seen.push(number);
    if (number === 2) throw new Error('The second one fails.');
  });
  await queue.open();
  await db.$transaction(async (tx) => {
    for (const number of [1, 2, 3]) await queue.send(tx, 'test.batch', { number });
  });
  await queue.work();
  const states = async () => {
    const { rows } = await pool.query<{ state: string; number: number }>(
      `select state, (data->>'number')::int as number from pgboss.job where name = 'test.batch' order by number`,
    );
    return rows.map(({ state, number }) => `${number} ${state}`);
  };
  await expect.poll(states, { timeout: 15_000 }).toEqual(['1 completed', '2 retry', '3 completed']);
  expect(seen.toSorted()).toEqual([1, 2, 3]);
  await queue.stop();
  await db.$disconnect();
  if (!pool.ended) await pool.end();
});
