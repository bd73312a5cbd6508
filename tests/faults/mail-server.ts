/** Production-like server with fake Stripe keys, on the given database and relay. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiRoutes, createApp } from '#server/app.ts';
import { buildDeps } from '#server/deps.ts';
import { settableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { OPERATOR } from '#server/testing/operator.ts';
import { createWeb } from '#server/web/web.ts';

export type MailServer = { deps: Deps; url: string; close(): Promise<void> };

/** `env` has SMTP_URL or MAIL_HTTP_URL, and other settings of the trial. */
export async function startMailServer(
  databaseUrl: string,
  env: Record<string, string>,
  clock = settableClock(),
): Promise<MailServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-mail-'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = readConfig({
    NODE_ENV: 'production',
    APP_URL: url,
    DATABASE_URL: databaseUrl,
    DECKLE_DATA_DIR: dataDir,
    DECKLE_DEMO: '0',
    DECKLE_SANDBOX: '0',
    APP_SECRET: 'test secret of sufficient length',
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    ...OPERATOR,
    ...env,
  });
  const built = await buildDeps(config, { databaseUrl, clock, log: createLog('silent') });
  server.on('request', createApp(built.deps, { web: await createWeb(built.deps, apiRoutes) }));
  return {
    deps: built.deps,
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await built.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
