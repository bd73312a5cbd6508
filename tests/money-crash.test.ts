/** A server that is killed in the middle of taking money: nothing is lost and nothing is taken twice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconcileCharges } from '#server/promotions/charge-reconcile.ts';
import { keepClock } from '#server/sandbox/demo-clock.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createOwed,
  invoicesOf,
  ledgerOf,
  movedAtStripe,
  type Owed,
  SET_UP_MS,
  secondsLater,
} from '#server/testing/owed.ts';
import { freePort, startChildServer } from './faults/child-server.ts';

let server: TestServer;
let owed: Owed[];
const dataDir = mkdtempSync(join(tmpdir(), 'deckle-crash-'));
beforeAll(async () => {
  server = await startTestServer();
  owed = await createOwed(server, ['pm_card_visa', 'pm_card_visa']);
  await keepClock(server.deps);
}, SET_UP_MS);
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it.each([
  ['after Stripe took the money', 'stripe.charge.after', 1000],
  ['before Stripe was asked', 'charge.claimed', 0],
])('killed %s, it leaves one attempt that is settled once', { timeout: 90_000 }, async (_, failpoint, taken) => {
  const one = owed.pop()!;
  server.stripe.webhooks.hold();
  const child = await startChildServer({
    databaseUrl: server.deps.config.DATABASE_URL!,
    dataDir,
    stripe: server.stripe,
    port: await freePort(),
    failpoints: `${failpoint}=kill`,
  });
  const path = `${child.url}/api/v1/promotions/${one.id}/charge`;
  await expect(fetch(path, { method: 'POST', headers: one.partner.headers })).rejects.toThrow();
  expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(movedAtStripe(server, one).taken).toBe(taken);
  const attempts = () => server.deps.db.chargeAttempt.findMany({ where: { promotion_id: one.id } });
  expect(await attempts()).toMatchObject([{ state: 'claimed' }]);

  secondsLater(server, 60);
  await reconcileCharges(server.deps);
  server.stripe.webhooks.release();
  await server.settle();
  expect(await attempts()).toMatchObject([{ state: 'succeeded', number: 1 }]);
  expect(movedAtStripe(server, one)).toEqual({ taken: 1000, given_back: 0 });
  expect(await ledgerOf(server, one)).toEqual([['charge', 1000]]);
  expect(await invoicesOf(one)).toMatchObject([{ status: 'paid' }]);
});
