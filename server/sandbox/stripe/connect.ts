/** Connects to the configured fake Stripe: another process's, or one that this process starts. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/platform/config.ts';
import type { Log } from '#server/platform/log.ts';
import { keysFrom } from './keys.ts';
import { type SandboxStripe, startSandboxStripe } from './server.ts';

const WEBHOOK_SECRET = 'whsec_sandbox';

/** `own` is the fake that this process started and must close, or null. */
export async function connectSandboxStripe(config: Config, { now, log }: { now: () => Date; log: Log }) {
  if (config.SANDBOX_STRIPE_URL) {
    const { hostname: host, port } = new URL(config.SANDBOX_STRIPE_URL);
    return { own: null, fake: fakeAt({ secretKey: keysFrom().secretKey, host, port: Number(port) }) };
  }
  mkdirSync(config.DECKLE_DATA_DIR, { recursive: true });
  const own = await startSandboxStripe({
    journalFile: join(config.DECKLE_DATA_DIR, 'stripe-journal.jsonl'),
    now,
    log,
    webhook: { url: () => `http://127.0.0.1:${config.PORT}/api/v1/stripe/webhook`, secret: WEBHOOK_SECRET },
  });
  return { own, fake: fakeAt(own) };
}

const fakeAt = ({ secretKey, host, port }: Pick<SandboxStripe, 'secretKey' | 'host' | 'port'>) => ({
  secretKey,
  host,
  port,
  protocol: 'http' as const,
  webhookSecret: WEBHOOK_SECRET,
});
