/** Real databases and server processes for tests, which can kill them. Needs the build in dist/. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase, type Pool } from '#server/platform/database.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { migrate } from '#server/platform/migrations.ts';
import { isAlive } from '#server/platform/process-registry.ts';
import { freePort } from '#server/testing/free-port.ts';
import { seedReferenceData } from '../prisma/seed/reference.ts';
import nodeFlags from '../scripts/node-flags.json' with { type: 'json' };

/** `APP_SECRET` of the servers, which signs their links. */
export const TEST_SECRET = 'test secret of sufficient length';

/** Settings for trials without simulated power failures. */
export const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export type TrialDatabase = {
  databaseUrl: string;
  /** Folder for the trial's servers; it doesn't exist yet. */
  dataDir: string;
  /** Stops Postgres as a power failure would (an immediate shutdown) and restarts it. */
  restart(): Promise<void>;
};

/**
 * Starts a separate Postgres for the trial, migrated, with reference data, and as durable as a real one unless
 * `settings` (of postgresql.conf) change that. Removes it when the trial ends.
 */
export async function withTrialDatabase<T>(
  work: (database: TrialDatabase) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-faults-'));
  const postgres = await startEmbeddedPostgres(folder, settings);
  try {
    const databaseUrl = postgres.url('postgres');
    await migrate(databaseUrl);
    const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
    await seedReferenceData({ db });
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    const restart = async () => {
      await crash(join(postgres.directory, 'cluster/postmaster.pid'));
      await startEmbeddedPostgres(folder, settings);
    };
    return await work({ databaseUrl, dataDir: join(folder, 'data'), restart });
  } finally {
    await postgres.stop();
    for (const path of [folder, postgres.directory]) rmSync(path, { recursive: true, force: true });
  }
}

async function crash(pidFile: string) {
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGQUIT');
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

export type ChildServer = {
  url: string;
  process: ChildProcess;
  /** Returns everything the server has printed. */
  output(): string;
  /** Resolves when the server has exited for any reason. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends SIGKILL; resolves when the server has exited. */
  kill(): Promise<void>;
  /** Shuts down gracefully. */
  stop(): Promise<void>;
};

type Options = {
  databaseUrl: string;
  /** Holds uploads, secrets, and the journal of the server's own fake Stripe, if it runs one. */
  dataDir: string;
  /** Address of the fake Stripe; without it the server runs its own. */
  stripe?: { host: string; port: number };
  /** Webhooks go to this port, so use the same one across restarts. */
  port: number;
  /** 'charge.claimed=kill' (platform/failpoints.ts). */
  failpoints?: string;
  /** A module loaded before the server; the test communicates with it through `process.send`. */
  hook?: string;
  env?: Record<string, string>;
};

/** Compile cache, shared by the servers of all runs, which halves the work of a start. */
const COMPILE_CACHE = join(tmpdir(), 'deckle-compiled');

/** Generous: a start takes seconds on an idle machine, but much longer on a busy one. */
const START_TIMEOUT_MS = 300_000;

export type Cluster = {
  databaseUrl: string;
  db: Database;
  pool: Pool;
  /** Removed when the cluster is closed. */
  dataDir: string;
  /** Servers that receive the test's requests; the test adds them. */
  servers: ChildServer[];
  /** Starts another server, by default with its own data folder and any free port. */
  start(options?: Partial<Options>): Promise<ChildServer>;
  /** Kills every started server, and closes the test's connections. */
  close(): Promise<void>;
};

/** Opens a cluster: servers on one database, and a few connections for the test. */
export function openCluster(databaseUrl: string, { connections = 6 } = {}): Cluster {
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-cluster-'));
  const { db, pool } = openDatabase(databaseUrl, { connections });
  const started: ChildServer[] = [];
  return {
    databaseUrl,
    db,
    pool,
    dataDir,
    servers: [],
    start: async (options = {}) => {
      const defaults = { databaseUrl, dataDir: mkdtempSync(join(dataDir, 'server-')), port: await freePort() };
      const server = await startChildServer({ ...defaults, ...options });
      started.push(server);
      return server;
    },
    close: async () => {
      await Promise.all(started.map((server) => server.kill()));
      await db.$disconnect();
      if (!pool.ended) await pool.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function withCluster<T>(databaseUrl: string, work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cluster = openCluster(databaseUrl);
  try {
    return await work(cluster);
  } finally {
    await cluster.close();
  }
}

export async function startChildServer(options: Options): Promise<ChildServer> {
  const { databaseUrl, dataDir, stripe, port, failpoints, hook, env } = options;
  const url = `http://127.0.0.1:${port}`;
  const flags = [...nodeFlags, ...(hook ? ['--import', hook] : [])];
  const child = spawn(process.execPath, [...flags, 'server/index.ts'], {
    stdio: ['ignore', 'pipe', 'pipe', ...(hook ? ['ipc' as const] : [])],
    env: {
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      DECKLE_DATA_DIR: dataDir,
      DECKLE_DEMO: '0',
      DECKLE_SANDBOX: '1',
      STAFF_SECOND_FACTOR: 'optional',
      APP_SECRET: TEST_SECRET,
      APP_URL: url,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...(stripe && { SANDBOX_STRIPE_URL: `http://${stripe.host}:${stripe.port}` }),
      ...(failpoints && { DECKLE_FAILPOINTS: failpoints }),
      ...env,
    },
  });
  const lines: string[] = [];
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => lines.push(String(chunk)));
  const output = () => lines.join('');
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const streamsClosed = once(child, 'close');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
    // The last lines may still be in the pipe.
    await Promise.race([streamsClosed, new Promise((resolve) => setTimeout(resolve, 1000))]);
  };
  await waitUntilReady(url, child, output).catch(async (error) => {
    await end('SIGKILL');
    throw error;
  });
  return { url, process: child, output, exited, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string) {
  const deadline = performance.now() + START_TIMEOUT_MS;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline)
      throw new Error(`the child server isn’t ready:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
