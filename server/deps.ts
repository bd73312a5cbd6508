/** Composition root, which creates every stateful dependency once. */
import { resolve } from 'node:path';
import type { Router } from 'express';
import { createAiModel } from './ai/openai.ts';
import { stripeFromConfig } from './billing/stripe.ts';
import { bookDataFromConfig } from './books/creators-api.ts';
import { loadAppSecret } from './platform/app-secret.ts';
import { blobsFromConfig } from './platform/blob-storage.ts';
import type { SettableClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { addDatabaseMetrics } from './platform/database-metrics.ts';
import type { Deps } from './platform/deps.ts';
import { parseHook, setFailpointHook } from './platform/failpoints.ts';
import { createLimits } from './platform/http/rate-limits.ts';
import { createLog, type Log } from './platform/log.ts';
import type { MailRenderer } from './platform/mail.ts';
import { mailFromConfig } from './platform/mail-transport.ts';
import { createMetrics } from './platform/metrics.ts';
import { createQueue } from './platform/queue.ts';
import { openReads } from './platform/replica.ts';
import type { SandboxStripe } from './sandbox/stripe/server.ts';

export type Built = {
  deps: Deps;
  /** The fake Stripe, in which tests can inject faults. Null with the real Stripe, or a fake in another process. */
  sandboxStripe: SandboxStripe | null;
  /** /dev/*, in the sandbox only. `advance` moves the clock and runs everything that becomes due. */
  devTools: ((advance: (target: Date) => Promise<string[]>) => Router) | null;
  close(): Promise<void>;
};

type Options = {
  databaseUrl: string;
  clock: SettableClock;
  /** The email renderer, by default the built one. */
  mailRenderer?: () => Promise<MailRenderer>;
  log?: Log;
  stopping?: AbortSignal;
};

export async function buildDeps(
  config: Config,
  {
    databaseUrl,
    clock,
    mailRenderer = loadMailRenderer,
    log = createLog(config.logLevel),
    stopping = new AbortController().signal,
  }: Options,
): Promise<Built> {
  const { db, pool } = openDatabase(databaseUrl);
  const { isSandbox } = config;
  if (isSandbox) await (await import('./sandbox/demo-clock.ts')).restoreClock(clock, pool);
  const now = () => clock.now();
  const sandboxStripe =
    isSandbox && (!config.STRIPE_SECRET_KEY || config.SANDBOX_STRIPE_URL)
      ? await (await import('./sandbox/stripe/connect.ts')).connectSandboxStripe(config, { now, log })
      : null;
  if (isSandbox && config.DECKLE_FAILPOINTS) setFailpointHook(parseHook(config.DECKLE_FAILPOINTS));
  const mail =
    (await mailFromConfig(config)) ??
    (await import('./sandbox/mailbox.ts')).createMailboxTransport(db, { from: config.MAIL_FROM, now });
  const replica = config.DATABASE_READ_URL
    ? await openReads(config.DATABASE_READ_URL, {
        primary: pool,
        log,
        maxLagSeconds: config.DATABASE_READ_MAX_LAG_SECONDS,
      })
    : null;
  const metrics = createMetrics();
  const deps: Deps = {
    config: { ...config, appSecret: loadAppSecret(config) },
    log,
    metrics,
    clock,
    now,
    stopping,
    db,
    reads: replica?.db ?? db,
    pool,
    readsPool: replica?.pool ?? pool,
    replica: replica ? replica.state : null,
    queue: createQueue(pool, log, metrics.measureJob),
    mail,
    mailRenderer,
    blobs: await blobsFromConfig(config),
    bookData: bookDataFromConfig(config, {
      now,
      log,
      demo: isSandbox ? (await import('./sandbox/book-data.ts')).sandboxBookData({ db, now }) : null,
    }),
    limits: createLimits(pool),
    ai: createAiModel(config, log),
    stripe: stripeFromConfig(config, sandboxStripe?.fake ?? null),
  };
  addDatabaseMetrics(deps);
  const ownStripe = sandboxStripe?.own ?? null;
  return {
    deps,
    sandboxStripe: ownStripe,
    devTools: isSandbox ? await loadDevTools(deps, ownStripe) : null,
    close: async () => {
      await deps.queue.stop();
      mail.close();
      await ownStripe?.close();
      await replica?.close();
      await db.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

async function loadDevTools(deps: Deps, stripe: SandboxStripe | null) {
  const { createDevTools } = await import('./sandbox/dev-tools.ts');
  return (advance: (target: Date) => Promise<string[]>) => createDevTools(deps, { stripe, advance });
}

/** Loads the renderer that Vite builds, because Node can't read JSX. */
const loadMailRenderer = () => import(resolve('dist/server/emails.js')) as Promise<MailRenderer>;
