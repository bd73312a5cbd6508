/** `npm start`, then `npm run dev`, with a data directory that is empty at first, in its owner's private folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_DATA_INCOMPLETE } from '#server/platform/database-claim.ts';
import { runningPostgresUrl } from '#server/platform/embedded-postgres.ts';
import { launchBrowser, openPage } from './browser/browser.ts';

const READY_MS = 120_000;

describe('npm start', () => {
  let folder: string;
  let url: string;
  let server: ChildProcess;
  let output = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'deckle-start-'));
    chmodSync(folder, 0o700);
    url = `http://localhost:${await freePort()}`;
  });
  afterAll(async () => {
    await stop(server, 'SIGTERM');
    for (const directory of [folder, clusterOutside(folder)]) rmSync(directory, { recursive: true, force: true });
  });

  const spawnScript = (script: string, port: string, dataFolder = 'data') =>
    spawn('npm', ['run', script], {
      env: {
        ...process.env,
        PORT: port,
        DECKLE_DATA_DIR: join(folder, dataFolder),
        NODE_ENV: '',
        DATABASE_URL: '',
        LOG_LEVEL: 'error',
      },
      detached: true,
    });

  const runSql = async (sql: string) => {
    const client = new pg.Client({ connectionString: runningPostgresUrl(join(folder, 'data/postgres'), 'postgres') });
    await client.connect();
    return client.query(sql).finally(() => client.end());
  };

  const start = async (script: 'start' | 'dev' = 'start') => {
    output = '';
    server = spawnScript(script, new URL(url).port);
    for (const stream of [server.stdout, server.stderr]) stream!.on('data', (chunk) => (output += chunk));
    await waitUntilReady(url, server, () => output);
  };

  it('fills an empty directory, prints its URL and the demo accounts, and responds', {
    timeout: READY_MS,
  }, async () => {
    await start();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(output).toContain(`Deckle is ready at ${url}`);
    expect(output).toContain('staff@deckle.test / deckle-demo-staff');
    expect(output).toContain('partner@deckle.test / deckle-demo-partner');
    const deals = await (await fetch(`${url}/api/v1/books?deals_only=true&per=5`)).json();
    expect(deals.books).toHaveLength(5);
    expect(await (await fetch(`${url}/ebook-deals`)).text()).toContain(
      deals.books[0].title.replaceAll('&', '&amp;').replaceAll("'", '&#x27;'),
    );
  });

  it('shuts down gracefully, and restarts with the stored data', { timeout: READY_MS }, async () => {
    const email = 'ada@example.test';
    await fetch(`${url}/api/v1/partner-auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a long enough passphrase', name: 'Ada Quill' }),
    });
    await stop(server, 'SIGTERM');
    expect(isDatabaseUp(folder)).toBe(false);
    await start();
    expect(await signIn(url, email)).toBe(200);
  });

  it('finds its database again after being killed, and completes the demo data', { timeout: READY_MS }, async () => {
    // As if it had been killed during its first start.
    await runSql(`update newsletters set snapshot = null where status = 'sent';
      insert into settings (key, value) values ('${DEMO_DATA_INCOMPLETE}', 'true')`);
    await stop(server, 'SIGKILL');
    await start();
    expect(await signIn(url, 'ada@example.test')).toBe(200);
    const incomplete = `select from newsletters where status = 'sent' and snapshot is null
      union all select from settings where key = '${DEMO_DATA_INCOMPLETE}'`;
    expect(await runSql(incomplete)).toMatchObject({ rowCount: 0 });
  });

  it('leaves the database to the first server when a second one on its port refuses to start', {
    timeout: READY_MS,
  }, async () => {
    expect(await refusalOf(spawnScript('start', new URL(url).port))).toContain('already in use');
    expect(await signIn(url, 'ada@example.test')).toBe(200);
  });

  it('leaves the database to the first server when a second one on another port stops', {
    timeout: READY_MS,
  }, async () => {
    const otherUrl = `http://localhost:${await freePort()}`;
    const second = spawnScript('start', new URL(otherUrl).port);
    await waitUntilReady(otherUrl, second);
    await stop(second, 'SIGTERM');
    expect(await signIn(url, 'ada@example.test')).toBe(200);
  });

  it('explains that its port is in use, before it starts a database', { timeout: READY_MS }, async () => {
    const refusal = await refusalOf(spawnScript('start', new URL(url).port, 'unused'));
    expect(refusal).toBe(
      `Deckle can’t start:\n  Port ${new URL(url).port} is already in use. Stop the program that’s using it, or choose another port (PORT=3001 npm start).\n`,
    );
    expect(existsSync(join(folder, 'unused/postgres'))).toBe(false);
    await stop(server, 'SIGTERM');
    expect(isDatabaseUp(folder)).toBe(false);
  });

  it('runs from source as npm run dev, and restarts on a code change', { timeout: READY_MS }, async () => {
    await start('dev');
    const browser = await launchBrowser();
    try {
      const { page, consoleProblems } = await openPage(browser, { baseURL: url });
      await page.goto('/partners/sign-in');
      await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
      expect(consoleProblems).toEqual([]);
    } finally {
      await browser.close();
    }
    const database = postmasterOf(folder);
    const { atime, mtime } = statSync('server/index.ts');
    utimesSync('server/index.ts', atime, mtime);
    await expect.poll(() => output.split('Deckle is ready').length - 1, { timeout: READY_MS }).toBe(2);
    expect(await signIn(url, 'ada@example.test')).toBe(200);
    expect(postmasterOf(folder)).toBe(database);
    await stop(server, 'SIGINT');
    expect(isDatabaseUp(folder)).toBe(false);
  });
});

const signIn = async (url: string, email: string) =>
  (
    await fetch(`${url}/api/v1/partner-auth/sign_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'resource-type': 'partner' },
      body: JSON.stringify({ email, password: 'a long enough passphrase' }),
    })
  ).status;

/** Returns the error output of a server that doesn't start. */
async function refusalOf(server: ChildProcess): Promise<string> {
  let output = '';
  server.stderr!.on('data', (chunk) => (output += chunk));
  expect(await once(server, 'close')).toEqual([1, null]);
  return output;
}

async function waitUntilReady(url: string, server: ChildProcess, output = () => '') {
  const deadline = performance.now() + READY_MS;
  while (!(await isReady(url))) {
    if (server.exitCode !== null || performance.now() > deadline) throw new Error(`not ready:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

/** Reads the id of this folder's Postgres process, wherever its cluster is stored; undefined without a pid file. */
const postmasterOf = (folder: string) =>
  [join(folder, 'data/postgres'), clusterOutside(folder)]
    .map((directory) => join(directory, 'cluster/postmaster.pid'))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8').split('\n')[0])[0];
const isDatabaseUp = (folder: string) => postmasterOf(folder) !== undefined;

/** Cluster location if root runs Deckle and only root can enter `folder` (server/platform/embedded-postgres.ts). */
const clusterOutside = (folder: string) =>
  join('/var/lib/deckle', createHash('sha256').update(join(folder, 'data/postgres')).digest('hex').slice(0, 16));

/** Signals npm's process group, which Postgres isn't in. Waits until npm has exited and its output is closed. */
async function stop(server: ChildProcess | undefined, signal: NodeJS.Signals) {
  if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return;
  const closed = new Promise((resolve) => server.once('close', resolve));
  process.kill(-server.pid, signal);
  await closed;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
