/** Acknowledged writes survive an abrupt database stop, and the server recovers automatically. */
import pg from 'pg';
import { freePort } from '#server/testing/free-port.ts';
import { type ChildServer, startChildServer, withTrialDatabase } from '../cluster.ts';
import { seededInt } from './kills.ts';
import { controlResult } from './verdict.ts';

/** Settings of the control's database: it acknowledges before it writes, so acknowledged rows must be missing. */
export const NON_DURABLE = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' };
const CONTROL_RESTARTS = 2;
const WRITERS = 4;
const MAX_RECOVERY_MS = 3_000;
const RECOVERY_TIMEOUT_MS = 60_000;

export const trials = [{ id: 'restarts', size: 50, run }];

/** `size` is the number of restarts. */
async function run(size: number, seed: number) {
  const { lost, unexpected, slowestMs, acknowledged } = await writeOverRestarts({ restarts: size, seed });
  const tooSlow = Number(slowestMs > MAX_RECOVERY_MS);
  const control = await writeOverRestarts({ restarts: CONTROL_RESTARTS, seed, settings: NON_DURABLE });
  return {
    n: size,
    violations: lost.length + unexpected.length + tooSlow,
    control: controlResult(control.lost.length > 0),
    notes: `${acknowledged} writes acknowledged; recovered within ${Math.round(slowestMs)} ms`,
  };
}

export type RestartOutcome = {
  acknowledged: number;
  /** Acknowledged names that are missing. */
  lost: string[];
  /** Results that are neither a success nor a 503 with our error body and Retry-After, missing responses included. */
  unexpected: string[];
  /** Longest time in ms from the end of the database's restart to the next successful write. */
  slowestMs: number;
};

type RestartTrial = { restarts: number; seed: number; settings?: Record<string, string> };

export const writeOverRestarts = ({ restarts, seed, settings = {} }: RestartTrial): Promise<RestartOutcome> =>
  withTrialDatabase(async ({ databaseUrl, dataDir, restart }) => {
    let server: ChildServer | undefined;
    const log: WriterLog = { names: new Set(), unexpected: [], isOver: false };
    try {
      server = await startChildServer({ databaseUrl, dataDir, port: await freePort(), env: { LOG_LEVEL: 'silent' } });
      const { url } = server;
      const { headers } = await signUp(url);
      // Writes the session to disk, so that clients stay signed in even on a database that loses writes.
      await query(databaseUrl, 'checkpoint');
      const writers = Array.from({ length: WRITERS }, (_, i) => writeUntilStopped(url, headers, `writer ${i}`, log));
      const roll = seededInt(seed);
      let slowestMs = 0;
      for (let count = 0; count < restarts; count++) {
        await waitForWrites(log.names, 5 + roll(20));
        await restart();
        slowestMs = Math.max(slowestMs, await waitForWrites(log.names, 1));
      }
      log.isOver = true;
      await Promise.all(writers);
      const lost = await missingFrom(databaseUrl, log.names);
      return { acknowledged: log.names.size, lost, unexpected: log.unexpected, slowestMs };
    } finally {
      log.isOver = true;
      await server?.kill();
    }
  }, settings);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function signUp(url: string) {
  const password = 'a long enough passphrase';
  const body = { email: 'restart@example.test', password, password_confirmation: password, name: 'Ada Quill' };
  const res = await fetch(`${url}/api/v1/partner-auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const names = ['access-token', 'client', 'uid'];
  const credentials = Object.fromEntries(names.map((name) => [name, res.headers.get(name)!]));
  return { headers: { 'content-type': 'application/json', 'resource-type': 'partner', ...credentials } };
}

type WriterLog = { names: Set<string>; unexpected: string[]; isOver: boolean };

/** Creates one author after another, and logs the names of those that the server acknowledged. */
async function writeUntilStopped(url: string, headers: Record<string, string>, writer: string, log: WriterLog) {
  for (let count = 0; !log.isOver; count++) {
    const name = `${writer} wrote ${count}`;
    const res = await fetch(`${url}/api/v1/authors`, { method: 'POST', headers, body: JSON.stringify({ name }) }).catch(
      (error) => error as Error,
    );
    if (res instanceof Error) {
      log.unexpected.push(`no response: ${res.message} ${String(res.cause ?? '')}`);
      await pause(10);
      continue;
    }
    const text = await res.text();
    if (res.status === 201) log.names.add(name);
    else if (res.status !== 503 || !isProblem(text) || !res.headers.has('retry-after'))
      log.unexpected.push(`${res.status} ${text}`);
    if (res.status !== 201) await pause(10);
  }
}

const isProblem = (text: string) => /^\{"errors":\{"base":\["[^"]+"\]\},"error_id":"[0-9a-f-]{36}"\}$/.test(text);

/** Waits for `count` more writes and returns the elapsed milliseconds. */
async function waitForWrites(names: ReadonlySet<string>, count: number): Promise<number> {
  const target = names.size + count;
  const startedAt = performance.now();
  while (names.size < target) {
    if (performance.now() - startedAt > RECOVERY_TIMEOUT_MS) throw new Error('the server didn’t recover');
    await pause(5);
  }
  return performance.now() - startedAt;
}

async function missingFrom(databaseUrl: string, names: ReadonlySet<string>): Promise<string[]> {
  const rows = await query<{ name: string }>(databaseUrl, 'select name from authors');
  const stored = new Set(rows.map(({ name }) => name));
  return [...names].filter((name) => !stored.has(name));
}

async function query<T extends object>(connectionString: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<T>(sql);
  await client.end();
  return rows;
}
