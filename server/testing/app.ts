/**
 * Complete server for tests, with real Postgres, the fake Stripe over HTTP, a mailbox that captures emails, and a
 * frozen clock.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECOND_MS } from '#shared/durations.ts';
import { installZodMessages } from '#shared/validation.ts';
import { seedDemo } from '../../prisma/seed.ts';
import { apiRoutes, createApp } from '../app.ts';
import { hashing } from '../auth/passwords.ts';
import { buildDeps } from '../deps.ts';
import * as emails from '../emails/render.tsx';
import { registerJobs } from '../jobs.ts';
import { type SettableClock, settableClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import type { Deps } from '../platform/deps.ts';
import { createLog } from '../platform/log.ts';
import type { MailRenderer } from '../platform/mail.ts';
import { polling } from '../promotions/live-queue.ts';
import { readMailbox } from '../sandbox/mailbox.ts';
import type { SandboxStripe } from '../sandbox/stripe/server.ts';
import { advanceClock, initializeSchedule } from '../schedule.ts';
import { createWeb } from '../web/web.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { checkResponses } from './response-check.ts';

/** A Tuesday at 8:00 AM in Vancouver, when that day's newsletter is still open. */
export const START = new Date('2026-12-01T15:00:00Z');

export type TestServer = {
  deps: Deps;
  clock: SettableClock;
  stripe: SandboxStripe;
  /** http://127.0.0.1:port */
  url: string;
  /** Moves the clock and runs everything that becomes due. */
  advanceTo(instant: Date | string): Promise<string[]>;
  /** Completes all queued work, and then delivers the fake Stripe's events. */
  settle(): Promise<void>;
  emailsTo(address: string): ReturnType<typeof readMailbox>;
  /** Responses so far that shared/api/operations.ts doesn't declare. */
  undeclaredResponses: ReadonlySet<string>;
  /** Throws if there were undeclared responses, which fails the test or its file. */
  close(): Promise<void>;
};

export async function startTestServer({
  now = START,
  env = {},
  pages = false,
  demo = false,
  through = (databaseUrl) => databaseUrl,
}: {
  now?: Date;
  env?: Record<string, string>;
  /** Includes the pages from the client's build. */
  pages?: boolean;
  /** Fills the database with demo data. */
  demo?: boolean;
  /** Returns the URL of a connection pooler in front of the database. */
  through?: (databaseUrl: string) => string;
} = {}): Promise<TestServer> {
  installZodMessages();
  hashing.rounds = 4;
  // Pages are tested with the real pause, so that several rows leave the queue together.
  polling.pauseMs = pages ? SECOND_MS : 100;
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-data-'));
  const port = await freePort();
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: database.url,
    DECKLE_DATA_DIR: dataDir,
    DECKLE_DEMO: '1',
    APP_SECRET: 'a secret of the tests, long enough',
    LOG_LEVEL: 'silent',
    ...env,
  });
  const clock = settableClock(now, { frozen: true });
  const mailRenderer = async () => emails as unknown as MailRenderer;
  const databaseUrl = through(database.url);
  const built = await buildDeps(config, { databaseUrl, clock, mailRenderer, log: createLog('silent') });
  const { deps } = built;
  const stripe = built.sandboxStripe!;
  registerJobs(deps);
  await deps.queue.open();
  if (demo) await seedDemo({ ...deps, stripe: deps.stripe.api });
  await initializeSchedule(deps);
  const advance = (target: Date) => advanceClock(deps, clock, target);
  const app = createApp(deps, {
    dev: built.devTools!(advance),
    ...(pages ? { web: await createWeb(deps, apiRoutes) } : {}),
  });
  const { listener, problems } = checkResponses(app);
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    deps,
    clock,
    stripe,
    url: `http://127.0.0.1:${port}`,
    advanceTo: (instant) => advance(new Date(instant)),
    settle: async () => {
      await deps.queue.drain();
      await stripe.webhooks.flush();
    },
    emailsTo: async (to) => {
      await deps.queue.drain();
      return readMailbox(deps.db, { to, limit: 1000 });
    },
    undeclaredResponses: problems,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await built.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      if (problems.size)
        throw new Error(`Responses that shared/api/operations.ts does not declare:\n${[...problems].join('\n')}`);
    },
  };
}
