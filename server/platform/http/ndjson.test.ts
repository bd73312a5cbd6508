import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import express from 'express';
import { expect, it } from 'vitest';
import { sendLines } from './ndjson.ts';

const LINES = 50_000;
const padding = 'x'.repeat(1000);

/** Resolves when the number hasn't changed for a while. */
async function settledValue(read: () => number) {
  let last = read();
  let repetitions = 0;
  while (repetitions < 20) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    repetitions = read() === last ? repetitions + 1 : 0;
    last = read();
  }
  return last;
}

async function withServer(handle: (res: Response) => Promise<unknown>, work: (url: string) => Promise<void>) {
  const app = express();
  app.get('/', async (_req, res) => handle(res));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

it('reads no more records than the client takes', async () => {
  let recordsRead = 0;
  async function* records() {
    for (; recordsRead < LINES; recordsRead++) yield { id: recordsRead, padding };
  }
  await withServer(
    (res) => sendLines(res, records(), (record) => record),
    async (url) => {
      const res = await new Promise<IncomingMessage>((resolve) => get(url, resolve));
      res.pause();
      expect(await settledValue(() => recordsRead)).toBeLessThan(LINES / 2);
      let text = '';
      for await (const chunk of res) text += chunk;
      expect(text.split('\n')).toHaveLength(LINES + 1);
    },
  );
});

it("closes the connection if a later record fails, so that a partial list isn't taken for a complete one", async () => {
  async function* records() {
    yield { id: 1 };
    throw new Error('the database is unavailable');
  }
  const failures: string[] = [];
  await withServer(
    (res) => sendLines(res, records(), (record) => record).catch((error: Error) => failures.push(error.message)),
    async (url) => {
      await expect(fetch(url).then((res) => res.text())).rejects.toThrow();
      expect(failures).toEqual(['the database is unavailable']);
    },
  );
});
