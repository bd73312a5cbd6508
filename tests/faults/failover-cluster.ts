/**
 * Three Postgres nodes under Patroni, with etcd and HAProxy, on loopback. The settings are those of the compose
 * profile `ha`, except addresses, folders, and credentials. The control also changes the replication.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { parse } from 'yaml';
import { freePort } from '#server/testing/free-port.ts';
import { compose } from '../compose.ts';
import type { Programs } from './failover-packages.ts';

const NODES = ['postgres-1', 'postgres-2', 'postgres-3'];
const PASSWORD = 'only-for-this-trial';
const TIMEOUT_MS = 240_000;
const POLL_MS = 100;

/** Settings of the control: the primary acknowledges writes that no standby has, and a standby takes over anyway. */
export const ASYNCHRONOUS = {
  synchronous_mode: false,
  synchronous_mode_strict: false,
  maximum_lag_on_failover: 1_000_000_000,
};

type Node = { name: string; folder: string; port: number; apiPort: number; patroni: ChildProcess | null };
export type Member = { name: string; role: string; state: string };

export type PostgresCluster = {
  /** Address of HAProxy, which forwards connections to the primary. */
  databaseUrl: string;
  /** Stops the primary's replication, so that no standby gets what it writes from now on. */
  stallReplication(): Promise<void>;
  /** Kills the primary's Patroni and every process of its Postgres. Returns a function that restarts the node. */
  killPrimary(): Promise<() => void>;
  /** Resolves when there is a primary and every other node receives its changes. */
  waitUntilComplete(): Promise<void>;
};

/** True if one member is the primary and all others receive its changes. */
export const isComplete = (members: readonly Member[]) =>
  members.length === NODES.length &&
  members.filter(({ role, state }) => role === 'leader' && state === 'running').length === 1 &&
  members.filter(({ role, state }) => role !== 'leader' && state === 'streaming').length === NODES.length - 1;

/** `settings` override single settings of the compose file's `bootstrap.dcs`. */
export async function withPostgresCluster<T>(
  programs: Programs,
  settings: object,
  work: (cluster: PostgresCluster) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-failover-'));
  const [etcdPort, peerPort, databasePort, standbyPort, healthPort, ...ports] = await Promise.all(
    Array.from({ length: 5 + 2 * NODES.length }, freePort),
  );
  const nodes = NODES.map(
    (name, index): Node => ({
      name,
      folder: join(folder, name),
      port: ports[2 * index]!,
      apiPort: ports[2 * index + 1]!,
      patroni: null,
    }),
  );
  const run = (name: string, program: string, args: string[], env: Record<string, string> = {}) => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const child = spawn(program, args, { stdio: ['ignore', log, log], env: { PATH: process.env.PATH, ...env } });
    closeSync(log);
    return child;
  };
  const start = (node: Node) => {
    node.patroni = run(node.name, programs.patroni, [join(folder, 'patroni.json')], {
      ...environmentOf(node, programs),
      PATRONI_ETCD3_HOSTS: local(etcdPort!),
    });
  };

  writePatroniSettings(folder, settings);
  const proxySettings = join(folder, 'haproxy.cfg');
  writeFileSync(
    proxySettings,
    contentOf('haproxy')
      .replace(':5432\n', `${local(databasePort!)}\n`)
      .replace(':5433\n', `${local(standbyPort!)}\n`)
      .replace(':8404\n', `${local(healthPort!)}\n`)
      .replace(' check port 8008', '')
      .replaceAll(/postgres-\d:5432/g, (address) => {
        const { port, apiPort } = nodes.find(({ name }) => address.startsWith(name))!;
        return `${local(port)} check port ${apiPort}`;
      }),
  );
  const servers: ChildProcess[] = [];
  try {
    servers.push(run('etcd', programs.etcd, etcdFlags(folder, etcdPort!, peerPort!)));
    servers.push(run('haproxy', programs.haproxy, ['-db', '-f', proxySettings]));
    for (const node of nodes) start(node);
    const databaseUrl = `postgresql://deckle:${PASSWORD}@${local(databasePort!)}/deckle`;
    const cluster: PostgresCluster = {
      databaseUrl,
      stallReplication: async () => {
        for (const pid of await walSenders(databaseUrl)) process.kill(pid, 'SIGSTOP');
      },
      killPrimary: async () => {
        const leader = (await readMembers(nodes)).find(({ role }) => role === 'leader')!;
        const node = nodes.find(({ name }) => name === leader.name)!;
        await kill(node);
        return () => start(node);
      },
      waitUntilComplete: () =>
        waitUntil(
          async () => isComplete(await readMembers(nodes)),
          async () => `The cluster isn’t complete: ${JSON.stringify(await readMembers(nodes))}. ${lastLines(folder)}`,
        ),
    };
    await cluster.waitUntilComplete();
    await waitUntil(
      () => canConnect(databaseUrl),
      async () => `HAProxy doesn’t lead to a primary. ${lastLines(folder)}`,
    );
    return await work(cluster);
  } finally {
    for (const node of nodes) await kill(node);
    for (const server of servers) server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

const local = (port: number) => `127.0.0.1:${port}`;
const contentOf = (config: string) => compose.configs[config]!.content.replaceAll('$$', '$');

/** Writes Patroni's settings as JSON, which is valid YAML, and the files that they refer to. */
function writePatroniSettings(folder: string, settings: object) {
  const firstStart = join(folder, 'first-start.sh');
  const webRole = join(folder, 'web-role.sql');
  const patroni = parse(contentOf('patroni').replace('/first-start.sh', firstStart)) as { bootstrap: { dcs: object } };
  Object.assign(patroni.bootstrap.dcs, settings);
  writeFileSync(join(folder, 'patroni.json'), JSON.stringify(patroni));
  writeFileSync(firstStart, contentOf('cluster-first-start').replace('/web-role.sql', webRole));
  writeFileSync(webRole, contentOf('web-role'));
}

function environmentOf({ name, folder, port, apiPort }: Node, { bin }: Programs): Record<string, string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    POSTGRES_PASSWORD: PASSWORD,
    POSTGRES_WEB_PASSWORD: PASSWORD,
    PATRONI_NAME: name,
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_RESTAPI_LISTEN: local(apiPort),
    PATRONI_RESTAPI_CONNECT_ADDRESS: local(apiPort),
    PATRONI_POSTGRESQL_LISTEN: local(port),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: local(port),
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: bin,
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
  };
}

const etcdFlags = (folder: string, port: number, peerPort: number) => {
  const peer = `http://${local(peerPort)}`;
  return Object.entries({
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': `http://${local(port)}`,
    'advertise-client-urls': `http://${local(port)}`,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  }).map(([name, value]) => `--${name}=${value}`);
};

/**
 * Kills a node's Patroni and Postgres. Stops both first, so that neither reacts to the other's death, as when a machine
 * loses power.
 */
async function kill(node: Node) {
  const { patroni, folder } = node;
  if (!patroni) return;
  node.patroni = null;
  const exited = patroni.exitCode === null && patroni.signalCode === null ? once(patroni, 'exit') : null;
  patroni.kill('SIGSTOP');
  const postmaster = postmasterOf(folder);
  if (postmaster) {
    signal(postmaster, 'SIGSTOP');
    for (const pid of [...childrenOf(postmaster), postmaster]) signal(pid, 'SIGKILL');
  }
  patroni.kill('SIGKILL');
  await exited;
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch {
    // It has already exited.
  }
}

const readNumbers = (path: string): number[] => {
  try {
    return readFileSync(path, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number);
  } catch {
    return [];
  }
};
const postmasterOf = (folder: string) => readNumbers(join(folder, 'data/postmaster.pid'))[0];
const childrenOf = (pid: number) => readNumbers(`/proc/${pid}/task/${pid}/children`);

/** Returns the members as the first node that responds reports them. */
async function readMembers(nodes: readonly Node[]): Promise<Member[]> {
  for (const { apiPort } of nodes) {
    const response = await fetch(`http://${local(apiPort)}/cluster`).catch(() => null);
    if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
  }
  return [];
}

async function query<T extends object>(connectionString: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const walSenders = async (databaseUrl: string) =>
  (await query<{ pid: number }>(databaseUrl, 'select pid from pg_stat_replication')).map(({ pid }) => pid);

const canConnect = (databaseUrl: string) =>
  query(databaseUrl, 'select 1').then(
    () => true,
    () => false,
  );

async function waitUntil(isTrue: () => Promise<boolean>, explain: () => Promise<string>) {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(await explain());
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const lastLines = (folder: string) =>
  ['etcd', 'haproxy', ...NODES]
    .map((name) => `\n${name}:\n${readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2_000)}`)
    .join('');
