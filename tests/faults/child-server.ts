/**
 * The real server as a process of its own, for tests that kill it: on a database that outlives it, with a stand-in for Stripe
 * that outlives it too (the test's own, or any other). Needs the build in dist/.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import nodeFlags from '../../scripts/node-flags.json' with { type: 'json' };

export type ChildServer = {
  url: string;
  process: ChildProcess;
  /** All that it has printed. */
  output(): string;
  /** Resolves when it is gone, however it went. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  /** In order. */
  stop(): Promise<void>;
};

type Options = {
  databaseUrl: string;
  /** Uploads and secrets; a Stripe of its own would keep its journal here. */
  dataDir: string;
  /** Where Stripe's stand-in listens; without it the child runs one itself. */
  stripe?: { host: string; port: number };
  /** Its webhooks go to this port: choose it once and keep it over restarts. */
  port: number;
  /** 'charge.claimed=kill' (platform/failpoints.ts). */
  failpoints?: string;
  /** A module that is loaded before the server; the test speaks to it by `process.send`. */
  hook?: string;
  env?: Record<string, string>;
};

/** Seconds on an idle machine; this is for a very busy one. */
const READY_MS = 300_000;

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
      APP_SECRET: 'a secret of the tests, long enough',
      APP_URL: url,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...(stripe && { SANDBOX_STRIPE_URL: `http://${stripe.host}:${stripe.port}` }),
      ...(failpoints && { DECKLE_FAILPOINTS: failpoints }),
      ...env,
    },
  });
  const lines: string[] = [];
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => lines.push(String(chunk)));
  const output = () => lines.join('');
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  await ready(url, child, output);
  return { url, process: child, output, exited, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

async function ready(url: string, child: ChildProcess, output: () => string) {
  const deadline = performance.now() + READY_MS;
  const answers = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline)
      throw new Error(`the child server is not ready:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
