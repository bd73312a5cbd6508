import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: Server;
let url: string;
/** While false, the proxy behaves like a machine that disappeared: it forwards nothing and closes nothing. */
let isForwarding = true;

beforeAll(async () => {
  database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  proxy = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      from.on('data', (chunk) => isForwarding && to.write(chunk));
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  url = database.url.replace(`${hostname}:${port}`, `127.0.0.1:${(proxy.address() as AddressInfo).port}`);
});
afterAll(async () => {
  proxy.close();
  await database.drop();
});

it('ends a query whose database disappeared, and connects again', async () => {
  const { db, pool } = openDatabase(url, { connections: 2, maxSilenceMs: 300 });
  for (const work of [
    () => pool.query('select 1'),
    () => db.$queryRaw`select 1`,
    () => db.$transaction((tx) => tx.$queryRaw`select 1`),
  ]) {
    await work();
    isForwarding = false;
    const error = await work().catch((error: unknown) => error);
    expect(isDatabaseUnavailable(error)).toBe(true);
    isForwarding = true;
    await work();
  }
  await db.$disconnect();
  if (!pool.ended) await pool.end();
});

it('enables TCP keep-alive', async () => {
  const setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const { pool } = openDatabase(database.url, { connections: 1 });
  await pool.query('select 1');
  expect(setKeepAlive).toHaveBeenCalledWith(true, 10_000);
  setKeepAlive.mockRestore();
  await pool.end();
});
