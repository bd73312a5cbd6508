/**
 * Starts the process in order: configuration, database, dependencies, app, listener, and schedule. Also shuts it down
 * gracefully. See docs/decisions/0067-web-processes-own-nothing.md.
 */
import { createServer, type Server } from 'node:http';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { installZodMessages } from '#shared/validation.ts';
import { ensureReferenceData } from '../prisma/seed/reference.ts';
import { apiRoutes, createApp, createProbes } from './app.ts';
import { type Built, buildDeps } from './deps.ts';
import { registerJobs } from './jobs.ts';
import { isZoneDataCurrent, settableClock } from './platform/clock.ts';
import { type Config, readConfig } from './platform/config.ts';
import { claimDatabase, DEMO_DATA_INCOMPLETE } from './platform/database-claim.ts';
import type { Deps } from './platform/deps.ts';
import { watchConnections } from './platform/drain.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { migrate } from './platform/migrations.ts';
import { explainStartFailure } from './platform/start-failure.ts';
import { advanceClock, startSchedule } from './schedule.ts';
import { openDevPages } from './web/dev-pages.ts';
import { createWeb } from './web/web.ts';

/** Time limit for receiving a request with its body. Responses, like event streams and exports, may take longer. */
const REQUEST_MS = 30_000;
const DRAIN_MS = 7_500;
const START_RETRY_MS = 1_000;

installZodMessages();
let config: Config | undefined;
let embedded: EmbeddedPostgres | null = null;
process.on('uncaughtException', reportStartFailure);
config = readConfig();
await refusePortInUse(config);
if (!config.DATABASE_URL) embedded = await startEmbeddedPostgres(join(config.DECKLE_DATA_DIR, 'postgres'));
const databaseUrl = config.DATABASE_URL ?? embedded!.url('postgres');
await migrate(databaseUrl);
await claimDatabase(databaseUrl, config);

const clock = settableClock();
const server = createServer({ requestTimeout: REQUEST_MS });
const devPages = config.NODE_ENV === 'development' ? await openDevPages(server) : undefined;
const stopping = new AbortController();
const built = await buildDeps(config, {
  databaseUrl,
  clock,
  stopping: stopping.signal,
  ...(devPages ? { mailRenderer: devPages.emails } : {}),
});
const { deps } = built;
const isStopping = () => stopping.signal.aborted;
registerJobs(deps);
let started: Promise<unknown> = Promise.resolve();
let stopWork = async () => {};
server.on('request', config.ROLE === 'worker' ? createProbes(deps, { isStopping }) : await createSite());
// Longer than proxies keep idle connections (nginx one minute, Caddy two), so that a proxy never uses one that we just
// closed.
server.keepAliveTimeout = 125_000;
const connections = watchConnections(server);
await fillDatabase(deps);
stopOnSignals();
await listen(server, config);
process.off('uncaughtException', reportStartFailure);
printWelcome(config, embedded, server);
started = config.ROLE === 'web' ? retryStart('queue', () => deps.queue.open()) : startWork();
await started;
// Saved now, because a killed process saves nothing, and the next start would compile everything again.
flushCompileCache();

/** Reports why the server can't start, and stops the embedded database. */
async function reportStartFailure(error: unknown) {
  const sentence = explainStartFailure(error, { port: config?.PORT ?? 0, databaseUrl: config?.DATABASE_URL ?? null });
  console.error(sentence ?? error);
  await embedded?.stop();
  process.exit(1);
}

async function createSite() {
  const dev = built.devTools?.((target) => advanceClock(deps, clock, target));
  return createApp(deps, {
    ...(dev ? { dev } : {}),
    web: await createWeb(deps, apiRoutes, devPages),
    isStopping,
  });
}

/** Starts the jobs and the schedule. */
async function startWork() {
  await retryStart('queue', () => deps.queue.open());
  await retryStart('schedule', async () => {
    stopWork = await startSchedule(deps);
  });
}

/**
 * Retries until the process stops, because the server is already in use and mustn't stop if the database is briefly
 * unavailable.
 */
async function retryStart(name: string, start: () => Promise<void>) {
  while (!isStopping()) {
    try {
      return await start();
    } catch (error) {
      deps.log.error({ err: error }, `the ${name} could not start; trying again`);
      await new Promise((resolve) => setTimeout(resolve, START_RETRY_MS));
    }
  }
}

/**
 * Handles only the first signal, because a terminal, npm, and the start script may each pass it on.
 */
function stopOnSignals() {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping.signal.aborted) void stop(signal);
    });
  }
  // Sent by `npm run dev` after a code change. The database keeps running for the next start.
  if (devPages) process.on('SIGUSR2', () => process.exit(0));
}

/** Finishes running requests, then jobs, then closes the database. */
async function stop(signal: string) {
  deps.log.info({ signal }, 'stopping');
  stopping.abort();
  setTimeout(() => process.exit(1), DRAIN_MS + 1_500).unref();
  await Promise.race([connections.drain(), new Promise((resolve) => setTimeout(resolve, DRAIN_MS))]);
  // Work that is still starting can't be stopped yet.
  await started.catch(() => undefined);
  await stopWork();
  await (built satisfies Built).close();
  await embedded?.stop();
  process.exit(0);
}

/**
 * Throws if the port is in use, before the database is started or migrated: the other server may belong to another
 * installation.
 */
async function refusePortInUse(config: Config) {
  const probe = createServer();
  await listen(probe, config);
  await new Promise((resolve) => probe.close(resolve));
}

function listen(server: Server, { PORT, host }: Config) {
  return new Promise<void>((resolve, reject) => server.once('error', reject).listen(PORT, host, resolve));
}

/** Inserts reference data, and demo data in the demo. */
async function fillDatabase(deps: Deps) {
  await ensureReferenceData(deps);
  if (!deps.config.isDemo) return;
  const isIncomplete = await deps.db.setting.count({ where: { key: DEMO_DATA_INCOMPLETE } });
  if (!isIncomplete && (await deps.db.partner.count())) return;
  console.log('Filling the demo with books, readers, and newsletters…');
  const { seedDemo } = await import('../prisma/seed.ts');
  await seedDemo({ ...deps, stripe: deps.stripe.api });
}

function printWelcome({ isDemo, appUrl }: Config, embedded: EmbeddedPostgres | null, server: Server) {
  if (!isZoneDataCurrent()) {
    deps.log.warn(
      'This Node version’s time zone data predates November 2026. Deckle corrects Vancouver times automatically; upgrade Node when you can.',
    );
  }
  const { port } = server.address() as { port: number };
  const url = appUrl.replace(/:0$/, `:${port}`);
  const lines = [`Deckle is ready at ${url}`];
  if (embedded?.notice) lines.push(embedded.notice);
  if (isDemo) {
    lines.push(
      `Demo tools (mailbox, clock, Stripe): ${url}/dev`,
      'Sign in as staff:   staff@deckle.test / deckle-demo-staff',
      'Sign in as partner: partner@deckle.test / deckle-demo-partner',
    );
  }
  console.log(lines.join('\n'));
}
