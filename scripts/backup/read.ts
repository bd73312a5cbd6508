/**
 * Restores a backup into an empty database of the same version. The database is restored completely or not at all;
 * files that were copied before a failure stay. Needs no superuser.
 */
import { createReadStream } from 'node:fs';
import { cp, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { holdNewsletters, pausePermissionEmails, recordRestore } from './hold.ts';
import { digestOf, FILES, fileOf, MANIFEST, type Manifest, OPT_OUT_LOG } from './manifest.ts';
import { migrationsIn, partitionsOf, tablesOf } from './tables.ts';

export type RestoreResult = { manifest: Manifest; held: string[]; paused: number[]; hasNewOptOuts: boolean };
type RestoreOptions = { databaseUrl: string; dataDir: string; folder: string; now: Date };

/**
 * Restores the backup into a migrated database with a prepared queue, replacing its reference data. `held` are
 * newsletters that an administrator must decide about. `paused` are imports of readers whose permission emails are
 * paused. `hasNewOptOuts` is true if the opt-out log in the data folder has entries that the backup lacks.
 */
export async function restoreBackup({ databaseUrl, dataDir, folder, now }: RestoreOptions): Promise<RestoreResult> {
  const manifest = await readVerifiedManifest(folder);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await refuseOtherVersion(client, manifest);
    await refuseNonEmptyDatabase(client);
    await client.query('begin');
    await loadTables(client, folder, manifest);
    const times = { made_at: new Date(manifest.made_at), now };
    const held = await holdNewsletters(client, times);
    const paused = await pausePermissionEmails(client, times);
    await recordRestore(client, times);
    // Copied before the commit, so that a restore interrupted here can be repeated.
    const hasNewOptOuts = await hasNewFiles(join(dataDir, OPT_OUT_LOG), join(folder, FILES, OPT_OUT_LOG));
    await copyFiles(join(folder, FILES), dataDir);
    await client.query('commit');
    return { manifest, held, paused, hasNewOptOuts };
  } finally {
    await client.end();
  }
}

/**
 * Copies the files. Opt-out log entries that are already in the data folder are kept: they never change, and the replay
 * needs those that are newer than the backup.
 */
async function copyFiles(from: string, dataDir: string) {
  const log = join(from, OPT_OUT_LOG);
  await cp(from, dataDir, { recursive: true, filter: (path) => path !== log });
  if (await pathExists(log)) await cp(log, join(dataDir, OPT_OUT_LOG), { recursive: true, force: false });
}

/** True if the folder has files that the backup's folder lacks. Either may be missing. */
async function hasNewFiles(folder: string, backupFolder: string) {
  const filesIn = (path: string) => readdir(path, { recursive: true }).catch(() => []);
  const backedUp = new Set(await filesIn(backupFolder));
  return (await filesIn(folder)).some((file) => !backedUp.has(file));
}

const pathExists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Reads the manifest and verifies every table's file, before anything is written. Other files aren't verified. */
async function readVerifiedManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`${folder} isn’t a complete backup: it has no ${MANIFEST}.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  for (const { name, sha256 } of manifest.tables) {
    const digest = await digestOf(join(folder, fileOf(name))).catch(() => null);
    if (digest !== sha256)
      throw new Error(
        `${fileOf(name)} is missing or has changed since the backup. Copy the backup again, or use another one.`,
      );
  }
  await readdir(join(folder, FILES));
  return manifest;
}

async function refuseOtherVersion(client: pg.Client, { migrations }: Manifest) {
  const currentMigrations = await migrationsIn(client);
  if (currentMigrations.join() === migrations.join()) return;
  const last = migrations.at(-1);
  throw new Error(
    `The backup was made by another version of Deckle (its last migration is ${last}). Restore it with that version, then start the new one, which migrates it.`,
  );
}

const ACCOUNT_TABLES = ['partners', 'users', 'readers'];

async function refuseNonEmptyDatabase(client: pg.Client) {
  for (const table of ACCOUNT_TABLES) {
    const { rowCount } = await client.query(`select from ${table} limit 1`);
    if (rowCount) throw new Error(`The database isn’t empty: it already has ${table}. Restore into an empty database.`);
  }
}

/**
 * Loads the tables. They refer to each other in cycles, so foreign keys are dropped and recreated, which checks every
 * row.
 */
async function loadTables(client: pg.Client, folder: string, { partitions = [], tables, sequences }: Manifest) {
  const knownTables = new Set((await tablesOf(client)).map(({ name }) => name));
  const names = tables.map(({ name }) => name).filter((name) => knownTables.has(name));
  if (names.length !== tables.length)
    throw new Error(
      'The backup has a table that this version of Deckle doesn’t have. Restore it with the version that made the backup.',
    );
  const keys = await foreignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  await replacePartitions(client, partitions);
  for (const { name, columns, rows } of tables) {
    const copy = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
    await pipeline(createReadStream(join(folder, fileOf(name))), createGunzip(), copy);
    if (copy.rowCount !== rows)
      throw new Error(
        `${name}: restored ${copy.rowCount} rows, expected ${rows}. The backup may be damaged; try another one.`,
      );
    await client.query(`alter table ${name} enable trigger user`);
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const [name, last] of Object.entries(sequences)) await client.query('select setval($1, $2)', [name, last]);
  await client.query('analyze');
}

/**
 * Creates the backup's partitions in place of this database's, whose bounds may differ. Tables without partitions in
 * the backup keep theirs.
 */
async function replacePartitions(client: pg.Client, partitions: NonNullable<Manifest['partitions']>) {
  const parents = new Set(partitions.map(({ parent }) => parent));
  for (const { name, parent } of await partitionsOf(client))
    if (parents.has(parent)) await client.query(`drop table ${name}`);
  for (const { name, parent, bounds, options } of partitions)
    await client.query(`create table ${name} partition of ${parent} ${bounds}${options ? ` with (${options})` : ''}`);
}

type ForeignKey = { table: string; name: string; definition: string };

async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`);
  return rows;
}
