/** A real pgbouncer in transaction mode, in front of the tests' Postgres. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '#server/testing/free-port.ts';

const [, version = ''] =
  /PgBouncer (\d+\.\d+)/i.exec(spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
const [major = 0, minor = 0] = version.split('.').map(Number);
const canPrepare = major > 1 || minor >= 21;

export const isPoolerInstalled = version !== '';
/** Added to a test's title. */
export const poolerNote = isPoolerInstalled
  ? ` (pgbouncer ${version}, ${canPrepare ? 'with' : 'without'} prepared statements)`
  : ' (not run, because pgbouncer isn’t installed: apt-get install pgbouncer)';

export type Pooler = { through(databaseUrl: string): string; stop(): Promise<void> };

/** Fewer than the clients' connections, so that each transaction of a client may run in another session. */
const SESSIONS = 6;

export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'deckle-pgbouncer-'));
  chmodSync(folder, 0o755);
  const ownPort = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SESSIONS}
min_pool_size = ${SESSIONS}
server_round_robin = 1
${canPrepare ? 'max_prepared_statements = 200' : ''}
ignore_startup_parameters = extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
  );
  // pgbouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const through = (target: string) => {
    const url = new URL(target);
    url.port = String(ownPort);
    if (!canPrepare) url.searchParams.set('prepared_statements', 'off');
    return url.toString();
  };
  await waitUntilReady(through(databaseUrl), child);
  return {
    through,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string, child: ChildProcess) {
  let output = '';
  child.stderr!.on('data', (chunk) => (output += chunk));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${output}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
