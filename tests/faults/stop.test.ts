/** A short run of the shutdown fault test; `npm run faults -- stop` stops a server 50 times. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { stopUnderLoad } from './stop.ts';

const SEED = 20261121;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('drops no request during a graceful shutdown', { timeout: 180_000 }, async () => {
  const { answered, dropped, failed, code } = await stopUnderLoad({
    databaseUrl: database.url,
    signal: 'SIGTERM',
    seed: SEED,
  });
  expect({ dropped, failed, code }).toEqual({ dropped: [], failed: 0, code: 0 });
  expect(answered).toBeGreaterThan(20);
});

it('drops requests if the process is killed (control)', { timeout: 180_000 }, async () => {
  const { dropped } = await stopUnderLoad({ databaseUrl: database.url, signal: 'SIGKILL', seed: SEED });
  expect(dropped.length).toBeGreaterThan(0);
});
