/** Suppressions that two transactions record at the same time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import { emailHash, suppressAddress } from './suppression.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('keeps a complaint that arrives while a bounce of the same address is being recorded', async () => {
  const { deps } = server;
  const email = 'nobody@example.test';
  let complaint: Promise<void> | undefined;
  await deps.db.$transaction(async (tx) => {
    await suppressAddress(deps, tx, { email, reason: 'soft_bounced' });
    complaint = deps.db.$transaction((other) => suppressAddress(deps, other, { email, reason: 'complained' }));
    await expect.poll(() => countLockWaits(deps)).toBe(1);
  });
  await complaint;
  const where = { email_hash: emailHash(deps, email) };
  expect(await deps.db.suppression.findUniqueOrThrow({ where })).toMatchObject({ reason: 'complained' });
});
