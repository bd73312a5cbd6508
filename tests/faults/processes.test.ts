/** Parts of the trial with killed processes that need no cluster; `npm run faults -- processes` runs one. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { followLinks } from './processes-load.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = openDatabase(database.url, { connections: 2 });
});
afterAll(async () => {
  await connection.db.$disconnect();
  if (!connection.pool.ended) await connection.pool.end();
  await database.drop();
});

it.each([
  [302, []],
  [503, ['no click was redirected']],
  [404, ['6 valid links got 404', 'no click was redirected']],
])('finds the violations of links that get %i', async (status, violations) => {
  let requests = 0;
  const server = createServer((_req, res) => {
    requests++;
    res.writeHead(status, { location: '/' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    // Each of the six visitors follows one link.
    const links = await followLinks({ pool: connection.pool, servers: [{ url }] }, () => requests > 0);
    expect((await links.done).violations).toEqual(violations);
  } finally {
    server.close();
  }
});
