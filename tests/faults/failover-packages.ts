/** The Debian packages that the failover trial runs, and their versions. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MIN_VERSION } from '#server/platform/database-requirements.ts';

const POSTGRES_FOLDER = '/usr/lib/postgresql';
const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin'];

/** Returns the program folder of the newest Postgres, or null if there is none or Deckle needs a newer one. */
export function newestPostgres(versions: readonly string[]): string | null {
  const newest = Math.max(0, ...versions.map(Number).filter(Number.isInteger));
  return newest >= MIN_VERSION ? join(POSTGRES_FOLDER, String(newest), 'bin') : null;
}

/** Returns the first version number in a program's output. */
export const versionIn = (output: string) => /\d+(\.\d+)+/.exec(output)?.[0] ?? 'of an unknown version';

const find = (program: string) => FOLDERS.map((folder) => join(folder, program)).find(existsSync);

/** Finds every program; returns the reason as a clause if the trial can't run. */
export function findPrograms() {
  const bin = newestPostgres(existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER) : []);
  const patroni = find('patroni');
  const etcd = find('etcd');
  const haproxy = find('haproxy');
  if (!patroni) return 'the Debian package patroni is missing';
  if (!etcd) return 'the Debian package etcd-server is missing';
  if (!haproxy) return 'the Debian package haproxy is missing';
  if (!bin) return `the Debian package postgresql is missing or older than ${MIN_VERSION}`;
  if (process.getuid?.() === 0) return 'Postgres refuses to run as root, so another user is needed';
  return { bin, patroni, etcd, haproxy };
}

export type Programs = Exclude<ReturnType<typeof findPrograms>, string>;

/** “Postgres 17.6, Patroni 4.0.7, …” */
export function describeVersions({ bin, patroni, etcd, haproxy }: Programs): string {
  const commands = {
    Postgres: [join(bin, 'postgres'), '--version'],
    Patroni: [patroni, '--version'],
    etcd: [etcd, '--version'],
    HAProxy: [haproxy, '-v'],
  };
  return Object.entries(commands)
    .map(([name, [program, flag]]) => `${name} ${versionIn(spawnSync(program!, [flag!], { encoding: 'utf8' }).stdout)}`)
    .join(', ');
}
