import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { sendLines } from './ndjson.ts';

it('breaks the connection when a later record can’t be read, so that clients notice the missing lines', async () => {
  async function* failing() {
    yield { id: 1 };
    throw new Error('The database stopped.');
  }
  const app = express().get('/', (_, res) => sendLines(res, failing(), (row) => row).catch(() => {}));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
  server.close();
});
