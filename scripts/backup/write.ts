/**
 * Writes a backup: a consistent snapshot of our tables and of unfinished jobs while the site keeps running, and the
 * files outside the database.
 */
import { createWriteStream } from 'node:fs';
import { constants, copyFile, cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BACKED_UP_FILES, digestOf, FILES, fileOf, MANIFEST, type Manifest, TABLES } from './manifest.ts';
import { migrationsIn, partitionsOf, type Table, tablesOf } from './tables.ts';

type BackupOptions = { databaseUrl: string; dataDir: string; folder: string; now: Date };

/** `missing` lists covers and author photos that the folder lacks. Ignore it if images are in a bucket. */
export type BackupResult = { manifest: Manifest; missing: string[] };

/** `folder` must not exist yet. */
export async function writeBackup({ databaseUrl, dataDir, folder, now }: BackupOptions): Promise<BackupResult> {
  // Restricted, because it contains personal data.
  await mkdir(folder, { mode: 0o700 });
  await mkdir(join(folder, TABLES));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Copied before and after the snapshot: an image replaced in between is in the first copy.
    await writeFiles(dataDir, join(folder, FILES));
    await client.query('begin isolation level repeatable read read only');
    const migrations = await migrationsIn(client);
    const partitions = await partitionsOf(client);
    const tables: Manifest['tables'] = [];
    for (const table of await tablesOf(client)) tables.push(await writeTable(client, folder, table));
    // Sequences aren't part of a snapshot. They're read last, so that none is behind the rows.
    const sequences = await readSequences(client);
    const pictures = await readPictureKeys(client);
    await client.query('commit');
    await writeFiles(dataDir, join(folder, FILES));
    const manifest = { made_at: now.toISOString(), migrations, partitions, tables, sequences };
    await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 2));
    return { manifest, missing: await findMissing(join(folder, FILES, 'blobs'), pictures) };
  } finally {
    await client.end();
  }
}

async function writeTable(client: pg.Client, folder: string, { name, columns, select }: Table) {
  const path = join(folder, fileOf(name));
  const text = client.query(copyTo(`copy (${select}) to stdout`));
  await pipeline(text, createGzip(), createWriteStream(path, { mode: 0o600 }));
  // The row count arrives after the last row, and this query's result after both.
  await client.query('select');
  return { name, columns, rows: text.rowCount, sha256: await digestOf(path) };
}

async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

async function writeFiles(dataDir: string, folder: string) {
  await mkdir(folder, { recursive: true });
  for (const name of BACKED_UP_FILES) {
    const [from, to] = [join(dataDir, name), join(folder, name)];
    if (name === 'blobs') await copyNewFiles(from, to);
    else if (await pathExists(from)) await cp(from, to);
  }
}

/** Name pattern of a file that fileBlobs is still writing. */
const UNFINISHED = /\.[0-9a-f]{8}$/;

/** Copies new files. Images and log entries never change once stored, but one may be removed during the copy. */
async function copyNewFiles(from: string, to: string) {
  if (!(await pathExists(from))) return;
  for (const file of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || UNFINISHED.test(file.name)) continue;
    const folder = join(to, relative(from, file.parentPath));
    await mkdir(folder, { recursive: true });
    await copyFile(join(file.parentPath, file.name), join(folder, file.name), constants.COPYFILE_EXCL).catch(
      (error) => {
        if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
      },
    );
  }
}

async function readPictureKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(`
    select cover as key from books where cover is not null
    union select photo from authors where photo is not null
    union select (regexp_matches(concat_ws(' ', hero, body), '/media/(photos/blog-[0-9a-f]+\\.webp)', 'g'))[1]
      from (select hero, body from blogs union all select hero, body from reader_blogs) posts`);
  return rows.map(({ key }) => key);
}

async function findMissing(folder: string, pictures: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const key of pictures) if (!(await pathExists(join(folder, key)))) missing.push(key);
  return missing;
}

const pathExists = async (path: string) => (await stat(path).catch(() => null)) !== null;
