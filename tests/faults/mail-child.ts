/** Process that sends one newsletter and may be killed: node tests/faults/mail-child.ts '{"databaseUrl": …}' */

import { flushCompileCache } from 'node:module';
import { buildDeps } from '#server/deps.ts';
import { sendNewsletter } from '#server/newsletters/send.ts';
import { settableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { leaseTime } from '#server/platform/leases.ts';
import { createLog } from '#server/platform/log.ts';
import { OPERATOR } from '#server/testing/operator.ts';

export type MailChildOptions = {
  databaseUrl: string;
  newsletter_id: number;
  /** Belongs to the parent, because a killed process can't clean up. */
  dataDir: string;
  /** SMTP_URL, or MAIL_HTTP_URL and MAIL_HTTP_KEY. */
  mail: Record<string, string>;
  /**
   * Makes this process one of several senders: it continues until the newsletter is sent and takes over ranges whose
   * lease has lapsed. Leases last this many milliseconds.
   */
  leaseMs?: number;
  /** For the control: treats a transport without idempotency keys as one that has them. */
  pretendsIdempotence: boolean;
};

/** Interval between attempts. In production, the sweep looks for open ranges every minute. */
const RETRY_MS = 100;

// Saves compiled code for the next process, because a killed one can't.
flushCompileCache();
const { databaseUrl, newsletter_id, dataDir, mail, leaseMs, pretendsIdempotence } = JSON.parse(
  process.argv[2]!,
) as MailChildOptions;
const config = readConfig({
  NODE_ENV: 'production',
  APP_URL: 'https://deckle.example.test',
  DATABASE_URL: databaseUrl,
  DECKLE_DATA_DIR: dataDir,
  DECKLE_DEMO: '0',
  DECKLE_SANDBOX: '0',
  APP_SECRET: 'test secret of sufficient length',
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  ...OPERATOR,
  ...mail,
});
const { deps } = await buildDeps(config, { databaseUrl, clock: settableClock(), log: createLog('silent') });
if (pretendsIdempotence) deps.mail.isIdempotent = true;
if (leaseMs) leaseTime.ms = leaseMs;
const isSent = () => deps.db.newsletter.count({ where: { id: newsletter_id, status: 'sent' } });
do {
  await sendNewsletter(deps, { id: newsletter_id }).catch((error) => {
    // Postgres ends the session of a process that was stopped during a transaction. In production, the sweep retries.
    if (!leaseMs) throw error;
    console.error(error);
  });
  if (leaseMs) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
} while (leaseMs && !(await isSent()));
deps.mail.close();
process.exit(0);
