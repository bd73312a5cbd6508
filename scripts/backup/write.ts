/** Writes a backup: every table as of one moment, while the site runs on, and the files beside the database. */
import { createWriteStream } from 'node:fs';
import { cp, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { copyOut } from './copy.ts';
import { digestOf, FILES, fileOf, KEPT_FILES, MANIFEST, type Manifest, TABLES } from './manifest.ts';
import { migrationsIn, partitionsOf, type Table, tablesOf } from './tables.ts';

type Order = { databaseUrl: string; dataDir: string; folder: string; now: Date };

/** `folder` must not exist yet. */
export async function writeBackup({ databaseUrl, dataDir, folder, now }: Order): Promise<Manifest> {
  // It holds people's addresses.
  await mkdir(folder, { mode: 0o700 });
  await mkdir(join(folder, TABLES));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const migrations = await migrationsIn(client);
    const partitions = await partitionsOf(client);
    const tables: Manifest['tables'] = [];
    for (const table of await tablesOf(client)) tables.push(await writeTable(client, folder, table));
    // Sequences know no snapshot. Read last they are ahead of every row, which is all they have to be.
    const sequences = await sequencesOf(client);
    await client.query('commit');
    await writeFiles(dataDir, join(folder, FILES));
    const manifest = { made_at: now.toISOString(), migrations, partitions, tables, sequences };
    await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 2));
    return manifest;
  } finally {
    await client.end();
  }
}

async function writeTable(client: pg.Client, folder: string, { name, columns, select }: Table) {
  const path = join(folder, fileOf(name));
  const { text, rows } = copyOut(client, `copy (${select}) to stdout`);
  await pipeline(text, createGzip(), createWriteStream(path, { mode: 0o600 }));
  return { name, columns, rows: rows(), sha256: await digestOf(path) };
}

async function sequencesOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

async function writeFiles(dataDir: string, folder: string) {
  await mkdir(folder);
  for (const name of KEPT_FILES) {
    if (await stat(join(dataDir, name)).catch(() => null))
      await cp(join(dataDir, name), join(folder, name), { recursive: true });
  }
}
