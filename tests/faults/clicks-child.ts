/**
 * Server process of the click trials, killed while links are followed. Sends its port to the parent. As a control, it
 * can redirect before storing the click.
 */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '#server/app.ts';
import { createLinkFollower } from '#server/clicks/redirect.ts';
import { buildDeps } from '#server/deps.ts';
import { settableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { OPERATOR } from '#server/testing/operator.ts';

/** `dataDir` belongs to the parent, because a killed process can't clean up. */
export type ClickChildOptions = { databaseUrl: string; dataDir: string; redirectsBeforeStoring: boolean };
export const SECRET = 'test secret of sufficient length';

if (process.argv[1] === import.meta.filename) await runChild(JSON.parse(process.argv[2]!) as ClickChildOptions);

async function runChild({ databaseUrl, dataDir, redirectsBeforeStoring }: ClickChildOptions) {
  const config = readConfig({
    NODE_ENV: 'production',
    APP_URL: 'https://deckle.example.test',
    DATABASE_URL: databaseUrl,
    DECKLE_DATA_DIR: dataDir,
    DECKLE_DEMO: '0',
    DECKLE_SANDBOX: '0',
    APP_SECRET: SECRET,
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    SMTP_URL: 'smtp://127.0.0.1:9',
    ...OPERATOR,
  });
  const { deps } = await buildDeps(config, { databaseUrl, clock: settableClock(), log: createLog('silent') });
  const server = createServer(redirectsBeforeStoring ? redirectBeforeStoring(deps) : createApp(deps)).listen(
    0,
    '127.0.0.1',
    () => {
      process.send!((server.address() as AddressInfo).port);
    },
  );
}

const STORE_DELAY_MS = 500;

function redirectBeforeStoring(deps: Deps): RequestListener {
  const follow = createLinkFollower(deps);
  return (req, res) => {
    res.writeHead(302, { Location: 'https://www.amazon.com/' }).end();
    setTimeout(() => void follow(req.url!.slice(1), { ua_class: 'person', ip: '127.0.0.1' }), STORE_DELAY_MS);
  };
}
