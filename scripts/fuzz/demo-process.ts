/**
 * The demo as a separate process, as `npm start` runs it, so that its memory can be measured. Needs the build in dist/.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningPostgresUrl, startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import nodeFlags from '../node-flags.json' with { type: 'json' };

type DemoProcess = {
  base: string;
  /** Bytes of resident memory. */
  rss(): number;
  stop(): Promise<void>;
};

const START_TIMEOUT_MS = 180_000;

/** Starts the demo. Without a database URL, it starts its own database. */
export async function startDemoProcess({ databaseUrl = '', timeoutMs = START_TIMEOUT_MS } = {}): Promise<DemoProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-fuzz-'));
  const postgres = join(folder, 'postgres');
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: databaseUrl,
    DECKLE_DEMO: '1',
    DECKLE_DATA_DIR: folder,
    PORT: String(port),
    APP_URL: base,
  };
  const child = spawn(process.execPath, [...nodeFlags, 'server/index.ts'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { NODE_ENV: 'production', LOG_LEVEL: 'silent', ...env },
  });
  let errorOutput = '';
  child.stderr.on('data', (chunk) => {
    errorOutput += chunk;
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    // A process that ends while it starts leaves its database running.
    if (runningPostgresUrl(postgres, 'postgres')) await (await startEmbeddedPostgres(postgres)).stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = performance.now() + timeoutMs;
  while (!(await isReady(base))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`The demo didn’t start:\n${errorOutput}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    base,
    rss: () => rssOf(child.pid!),
    stop,
  };
}

const isReady = (base: string) =>
  fetch(`${base}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

function rssOf(pid: number): number {
  const file = `/proc/${pid}/status`;
  const kilobytes = existsSync(file)
    ? /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) * 1024;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
