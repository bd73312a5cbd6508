/** The composition root: everything stateful is built here, once, and handed down. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Router } from 'express';
import { createStripe } from './billing/stripe.ts';
import { fileBlobs } from './platform/blobs.ts';
import type { SettableClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import type { BookData, Deps } from './platform/deps.ts';
import { unavailable } from './platform/errors.ts';
import { createLimits } from './platform/http/rate-limits.ts';
import { createLog, type Log } from './platform/log.ts';
import type { MailRenderer } from './platform/mail.ts';
import { createQueue } from './platform/queue.ts';
import { smtpMail } from './platform/smtp.ts';
import type { SandboxStripe } from './sandbox/stripe/server.ts';

export type Built = {
  deps: Deps;
  /** The stand-in, for tests that turn its faults; null when the real Stripe is used. */
  sandboxStripe: SandboxStripe | null;
  /** /dev/*, in the sandbox only. `advance` moves the clock and runs what becomes due. */
  devTools: ((advance: (target: Date) => Promise<string[]>) => Router) | null;
  close(): Promise<void>;
};

type Options = {
  databaseUrl: string;
  clock: SettableClock;
  /** The mail components: the built ones unless a test brings its own. */
  mailRenderer?: () => Promise<MailRenderer>;
  log?: Log;
};

export async function buildDeps(
  config: Config,
  { databaseUrl, clock, mailRenderer = builtMails, log = createLog(config.logLevel) }: Options,
): Promise<Built> {
  const { db, pool } = openDatabase(databaseUrl);
  if (config.isSandbox) await restoreClock(clock, pool);
  const now = () => clock.now();
  const appSecret = config.isSandbox ? keptSecret(config) : config.appSecret;
  const sandboxStripe = config.isSandbox && !config.STRIPE_SECRET_KEY ? await startStripe(config, now, log) : null;
  const mail = config.SMTP_URL ? smtpMail(config.SMTP_URL, config.MAIL_FROM) : await capturedMail(config, db, now);
  const deps: Deps = {
    config: { ...config, appSecret },
    log,
    clock,
    now,
    db,
    pool,
    queue: createQueue(pool, log),
    mail,
    mailRenderer,
    blobs: fileBlobs(join(config.DECKLE_DATA_DIR, 'blobs')),
    bookData: await bookData(config),
    limits: createLimits(pool),
    stripe: sandboxStripe
      ? {
          api: createStripe(sandboxStripe.secretKey, atOf(sandboxStripe)),
          mode: 'sandbox',
          publishableKey: null,
          webhookSecret: sandboxStripe.webhookSecret,
        }
      : {
          api: createStripe(config.STRIPE_SECRET_KEY!),
          mode: config.STRIPE_SECRET_KEY!.startsWith('sk_live_') ? 'live' : 'test',
          publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? null,
          webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? '',
        },
  };
  return {
    deps,
    sandboxStripe,
    devTools: config.isSandbox ? await loadDevTools(deps, sandboxStripe) : null,
    close: async () => {
      await deps.queue.stop();
      mail.close();
      await sandboxStripe?.close();
      await db.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

async function startStripe(config: Config, now: () => Date, log: Log) {
  const { startSandboxStripe } = await import('./sandbox/stripe/server.ts');
  mkdirSync(config.DECKLE_DATA_DIR, { recursive: true });
  return startSandboxStripe({
    journalFile: join(config.DECKLE_DATA_DIR, 'stripe-journal.jsonl'),
    now,
    log,
    webhook: { url: () => `http://127.0.0.1:${config.PORT}/api/v1/stripe/webhook`, secret: 'whsec_sandbox' },
  });
}

const atOf = ({ host, port, protocol }: SandboxStripe) => ({ host, port, protocol });

/** The demo goes on at the time it was set to. */
async function restoreClock(clock: SettableClock, pool: Deps['pool']) {
  const { keptOffset } = await import('./sandbox/demo-clock.ts');
  const offset = await keptOffset(pool);
  if (offset) clock.set(new Date(clock.now().getTime() + offset));
}

async function loadDevTools(deps: Deps, stripe: SandboxStripe | null) {
  const { createDevTools } = await import('./sandbox/dev-tools.ts');
  return (advance: (target: Date) => Promise<string[]>) => createDevTools(deps, { stripe, advance });
}

async function capturedMail(config: Config, db: Deps['db'], now: () => Date) {
  const { captureMail } = await import('./sandbox/mailbox.ts');
  return captureMail(db, { from: config.MAIL_FROM, now });
}

/** Without a provider a lookup is refused; typing a book's details in always works. */
async function bookData(config: Config): Promise<BookData> {
  if (config.isSandbox) return (await import('./sandbox/book-data.ts')).sandboxBookData();
  return {
    lookup: async () => {
      throw unavailable('Looking books up is not set up on this installation. Please type the details in.');
    },
  };
}

/** Built by Vite, since Node does not strip JSX. */
const builtMails = () => import(resolve('dist/server/emails.js')) as Promise<MailRenderer>;

/** A sandbox without APP_SECRET makes its own and keeps it, so that links in captured mails survive a restart. */
function keptSecret(config: Config) {
  if (config.APP_SECRET) return config.APP_SECRET;
  const file = join(config.DECKLE_DATA_DIR, 'app-secret');
  mkdirSync(config.DECKLE_DATA_DIR, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
