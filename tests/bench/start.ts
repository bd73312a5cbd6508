/** Benchmark h: time from process start to the first response, and memory usage when idle and under load. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/testing/free-port.ts';
import { type ChildServer, startChildServer } from '../cluster.ts';
import { type BenchTarget, formatMs, measureAlternately, measureMs, measureRate, type Row } from './harness.ts';
import { startControls } from './large-installation.ts';

const IDLE_MS = 3_000;
const LOAD_MS = 5_000;

export async function measure({ databaseUrl, secret }: BenchTarget): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-bench-'));
  const NODE_COMPILE_CACHE = join(dataDir, 'compiled');
  const env = { NODE_ENV: 'production', APP_SECRET: secret, LOG_LEVEL: 'info', ROLE: 'all', NODE_COMPILE_CACHE };
  const start = async () => startChildServer({ databaseUrl, dataDir, port: await freePort(), env });
  const [bare, result] = await measureAlternately(
    () => timeStart(() => startControls(databaseUrl)),
    () => timeStart(start),
  );
  const server = await start();
  try {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const idle = megabytesOf(server);
    await measureRate((n) => `${server.url}/${n % 2 ? 'books' : 'api/v1/books'}?page=${1 + (n % 500)}`, {
      ms: LOAD_MS,
    });
    const loaded = megabytesOf(server);
    return [
      row(
        'h1',
        'warm start until ready, against Express and Prisma until they listen',
        formatMs,
        [bare, result],
        1_000,
      ),
      row('h2', 'memory, idle', megabytes, [0, idle], 150),
      row('h3', 'memory, under load', megabytes, [0, loaded], 300),
    ];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function timeStart(start: () => Promise<{ stop(): unknown }>): Promise<number> {
  let started: { stop(): unknown } | undefined;
  const ms = await measureMs(async () => {
    started = await start();
  });
  await started?.stop();
  return ms;
}

/** Resident memory of the server's process. */
const megabytesOf = ({ process: child }: ChildServer) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024;

const megabytes = (value: number) => `${Math.round(value)} MB`;

function row(
  id: string,
  description: string,
  format: (value: number) => string,
  [bare, result]: [number, number],
  maximum: number,
): Row {
  const control = bare ? format(bare) : '–';
  return {
    id,
    description,
    control,
    result: format(result),
    ratio: bare ? result / bare : 1,
    goal: `≤ ${format(maximum)}`,
    isMet: result <= maximum,
  };
}
