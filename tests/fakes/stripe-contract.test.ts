/**
 * Contract of Stripe's API. Always runs against the fake. With `npm run stripe:contract` and a test key, it also runs
 * against Stripe's test mode.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStripe } from '#server/billing/stripe.ts';
import { systemClock } from '#server/platform/clock.ts';
import { startSandboxStripe } from '#server/sandbox/stripe/server.ts';
import { stripeContract, testMode } from './stripe-contract.ts';

stripeContract('The sandbox', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-contract-'));
  const sandbox = await startSandboxStripe({
    journalFile: join(folder, 'journal.jsonl'),
    now: () => systemClock.now(),
  });
  const { host, port, protocol, secretKey } = sandbox;
  return {
    api: createStripe(secretKey, { host, port, protocol }),
    close: async () => {
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

const key = process.env.STRIPE_CONTRACT_KEY;
if (key) stripeContract('Stripe’s test mode', testMode(key));
