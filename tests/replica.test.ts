/** A real streaming replica gets public reads but no writes, and the site survives its failure. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Config } from '#server/platform/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { healthRoutes } from '#server/platform/http/health.ts';
import { createLog } from '#server/platform/log.ts';
import { migrate } from '#server/platform/migrations.ts';
import { openReads, type Reads } from '#server/platform/replica.ts';
import { freePort } from '#server/testing/free-port.ts';
import { checkDatabase, checkReplica } from '../scripts/doctor/database.ts';
import { type ChildServer, startChildServer } from './cluster.ts';

// Long, because processes are started while other tests are running.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

const METRICS_TOKEN = 'a token of the tests';
const FAST = { fsync: 'off', full_page_writes: 'off' };
const folder = mkdtempSync(join(tmpdir(), 'deckle-replica-'));
const [primaryFolder, replicaFolder] = [join(folder, 'primary'), join(folder, 'replica')];
let primary: EmbeddedPostgres;
let replica: EmbeddedPostgres;
let server: ChildServer;
let onPrimary: pg.Client;
let onReplica: pg.Client;

beforeAll(async () => {
  execFileSync('chmod', ['755', folder]);
  primary = await startEmbeddedPostgres(primaryFolder, FAST);
  await primary.stop();
  copyCluster();
  primary = await startEmbeddedPostgres(primaryFolder, FAST);
  configureReplica(primary.url('postgres'));
  onPrimary = await connect(primary.url('postgres'));
  await onPrimary.query("select pg_create_physical_replication_slot('replica', true)");
  replica = await startEmbeddedPostgres(replicaFolder, FAST);
  const port = await freePort();
  server = await startChildServer({
    databaseUrl: primary.url('postgres'),
    dataDir: folder,
    port,
    env: { DATABASE_READ_URL: replica.url('postgres'), LOG_LEVEL: 'warn', METRICS_TOKEN },
  });
  onReplica = await connect(replica.url('postgres'));
}, 120_000);

afterAll(async () => {
  await server?.kill();
  await onPrimary?.end();
  await replica?.stop();
  await primary?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Copies the primary's files with their owners, because the cluster may belong to another system user. */
function copyCluster() {
  mkdirSync(replicaFolder);
  for (const name of ['cluster', 'access.json']) {
    execFileSync('cp', ['-a', join(primaryFolder, name), join(replicaFolder, name)]);
  }
}

function configureReplica(primaryUrl: string) {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const cluster = join(replicaFolder, 'cluster');
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo}'\nprimary_slot_name = 'replica'\n`,
  );
  writeFileSync(join(cluster, 'standby.signal'), '');
  const { uid, gid } = statSync(cluster);
  chownSync(join(cluster, 'standby.signal'), uid, gid);
}

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString });
  // The replica is killed during the test.
  client.on('error', () => {});
  await client.connect();
  return client;
}

const waitForReplica = () =>
  expect
    .poll(
      async () => {
        const { rows } = await onPrimary.query('select pg_current_wal_lsn()::text as at');
        const result = await onReplica.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed', [rows[0].at]);
        return result.rows[0].replayed;
      },
      { timeout: 20_000 },
    )
    .toBe(true);

type Headers = Record<string, string>;
const request = (path: string, { headers = {}, body }: { headers?: Headers; body?: object } = {}) =>
  fetch(`${server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

async function signUp(email: string): Promise<Headers> {
  const password = 'a long enough passphrase';
  const res = await request('/api/v1/partner-auth', {
    body: { email, password, password_confirmation: password, name: 'Ada Quill' },
  });
  expect(res.status).toBe(200);
  const names = ['access-token', 'client', 'uid'];
  return { 'resource-type': 'partner', ...Object.fromEntries(names.map((name) => [name, res.headers.get(name)!])) };
}

const nameOf = async (id: number, headers: Headers = {}) =>
  ((await (await request(`/api/v1/authors/${id}`, { headers })).json()) as { author?: { name: string } }).author?.name;

it('reads public data from the replica for visitors, and from the primary for signed-in callers', async () => {
  expect((await onReplica.query('select pg_is_in_recovery() as is')).rows).toEqual([{ is: true }]);
  const partner = await signUp('replica@example.test');
  const created = await request('/api/v1/authors', { headers: partner, body: { name: 'Wilhelmina Frost' } });
  const { author } = (await created.json()) as { author: { id: number } };
  await waitForReplica();
  await onReplica.query('select pg_wal_replay_pause()');
  await onPrimary.query('update authors set name = $1 where id = $2', ['Wilhelmina Thaw', author.id]);

  expect(await nameOf(author.id)).toBe('Wilhelmina Frost');
  expect(await nameOf(author.id, partner)).toBe('Wilhelmina Thaw');
  expect(await (await request(`/authors/${author.id}/wilhelmina-frost`)).text()).toContain('Wilhelmina Frost');

  // Signed-in callers see their changes even while the replica is paused.
  const second = await signUp('second@example.test');
  expect((await request('/api/v1/authors', { headers: second })).status).toBe(200);
  await onReplica.query('select pg_wal_replay_resume()');
  await waitForReplica();
  expect(await nameOf(author.id)).toBe('Wilhelmina Thaw');
  expect(server.output()).not.toMatch(/read-only transaction|25006/);
});

/** Calls `work` with this process's connections to the primary and the replica. */
async function withReads<T>(work: (reads: Reads, pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: primary.url('postgres') });
  const log = createLog('silent');
  const options = { primary: pool, log, maxLagSeconds: 2, checkEveryMs: 100 };
  const reads = await openReads(replica.url('postgres'), options);
  try {
    return await work(reads, pool);
  } finally {
    await reads.close();
    await pool.end();
  }
}

it('reads from the primary while the replica is too far behind', async () => {
  await withReads(async ({ pool: reads, state }) => {
    const isReplica = async () => (await reads.query('select pg_is_in_recovery() as is')).rows[0].is;
    const poll = () => expect.poll(isReplica, { timeout: 20_000 });
    await poll().toBe(true);
    await onReplica.query('select pg_wal_replay_pause()');
    await onPrimary.query('create table replica_lag ()');
    expect(await isReplica()).toBe(true);
    await poll().toBe(false);
    const { lagSeconds, isUsed } = state();
    expect(isUsed).toBe(false);
    expect(lagSeconds).toBeGreaterThan(2);
    expect(lagSeconds).toBeLessThan(60);
    await onReplica.query('select pg_wal_replay_resume()');
    await poll().toBe(true);
    expect(state().lagSeconds).toBeLessThanOrEqual(2);
  });
});

const lagMetric = async () => {
  const text = await (await request('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  return Number(/^deckle_replica_lag_seconds (\S+)$/m.exec(text)?.[1] ?? 'missing');
};

it('reports the lag as a metric and to the doctor', async () => {
  expect(await lagMetric()).toBeLessThan(60);
  const config = { DATABASE_READ_MAX_LAG_SECONDS: 2 } as Config;
  await withReads(async ({ state }, pool) => {
    expect(await checkReplica({ pool, replica: state, config })).toMatchObject({
      verdict: 'good',
      message: expect.stringMatching(/^The replica is [0-2] seconds behind the primary\.$/),
    });
    expect(await checkReplica({ pool, replica: null, config })).toMatchObject({
      verdict: 'good',
      message: expect.stringMatching(/^The replica of slot replica is connected, \d+ MB behind\.$/),
    });
    const slow = () => ({ lagSeconds: 90, isUsed: false });
    expect(await checkReplica({ pool, replica: slow, config })).toEqual({
      verdict: 'bad',
      message: 'The replica is 90 seconds behind the primary, more than 2 seconds, so reads go to the primary.',
    });
  });
});

it('isn’t ready on a standby, says so in the doctor, and refuses to start there', async () => {
  const pool = new pg.Pool({ connectionString: replica.url('postgres') });
  const site = express().use(healthRoutes({ pool })).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
  const message = expect.stringMatching(/^DATABASE_URL points to a standby/);
  expect(await checkDatabase({ pool })).toEqual({ verdict: 'bad', message });
  await expect(migrate(replica.url('postgres'))).rejects.toThrow('points to a standby');
  site.close();
  await pool.end();
});

it('continues without the replica', async () => {
  const pid = Number(readFileSync(join(replicaFolder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGQUIT');
  await expect.poll(() => existsSync(join(replicaFolder, 'cluster/postmaster.pid')), { timeout: 20_000 }).toBe(false);
  const paths = ['/api/v1/books', '/api/v1/authors', '/ebook-deals', '/api/v1/statistics', '/sitemap.xml', '/readyz'];
  const statuses = await Promise.all([...paths, ...paths].map(async (path) => (await request(path)).status));
  expect(statuses).toEqual(Array(12).fill(200));
  await signUp('after@example.test');
  expect(server.output()).toContain('the read replica doesn’t respond');
});

it('reports that the replica is disconnected, and whether the primary still keeps the changes for it', async () => {
  await expect.poll(lagMetric, { timeout: 20_000 }).toBeNaN();
  const pool = new pg.Pool({ connectionString: primary.url('postgres') });
  const check = async () => (await checkReplica({ pool, replica: null, config: {} as Config })).message;
  await expect
    .poll(check, { timeout: 20_000 })
    .toMatch(/^No replica is connected to slot replica, for which the primary keeps \d+ MB/);
  // Less than a segment, so the slot is lost with the next checkpoint after a switch.
  await onPrimary.query("alter system set max_slot_wal_keep_size = '1MB'");
  await onPrimary.query('select pg_reload_conf()');
  for (let segment = 0; segment < 3; segment++) {
    await onPrimary.query('insert into settings (key, value) values ($1, $2)', [`segment ${segment}`, '1']);
    await onPrimary.query('select pg_switch_wal()');
  }
  await onPrimary.query('checkpoint');
  await expect.poll(check, { timeout: 20_000 }).toContain('no longer has the changes');
  await pool.end();
});
