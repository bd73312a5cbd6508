/**
 * Large installation for benchmarks: a separate database, with product and controls as processes. Removed afterward.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { startChildServer, withTrialDatabase } from '../cluster.ts';
import type { BenchTarget } from './harness.ts';
import { seedLargeCatalog } from './seed-books.ts';

const SECRET = 'a benchmark secret of sufficient length';
const DEALS = 1000;

export async function withLargeInstallation(books: number, work: (target: BenchTarget) => Promise<void>) {
  const today = new Date(performance.timeOrigin).toISOString().slice(0, 10);
  await withTrialDatabase(
    async ({ databaseUrl }) => {
      await seed(databaseUrl, books, today);
      const dataDir = mkdtempSync(join(tmpdir(), 'deckle-bench-'));
      const env = { NODE_ENV: 'production', APP_SECRET: SECRET, LOG_LEVEL: 'info', ROLE: 'all' };
      const product = await startChildServer({ databaseUrl, dataDir, port: await freePort(), env });
      let controls: Awaited<ReturnType<typeof startControls>> | undefined;
      try {
        controls = await startControls(databaseUrl);
        const pids = { product: product.process.pid!, controls: controls.pid };
        await work({ databaseUrl, product: product.url, controls: controls.url, pids, secret: SECRET, date: today });
      } finally {
        controls?.stop();
        await product.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
    { shared_buffers: '512MB', max_wal_size: '4GB' },
  );
}

async function seed(databaseUrl: string, books: number, date: string) {
  const { db, pool } = openDatabase(databaseUrl, { connections: 2, maxSilenceMs: 0 });
  await seedLargeCatalog(pool, { books, deals: DEALS, date });
  await db.$disconnect();
  if (!pool.ended) await pool.end();
}

export async function startControls(databaseUrl: string) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'tests/bench/controls.ts', databaseUrl],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const [port] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [null])]);
  if (port === null) throw new Error('the controls didn’t start');
  return { url: `http://127.0.0.1:${String(port).trim()}`, pid: child.pid!, stop: () => child.kill() };
}
