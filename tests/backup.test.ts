/** Backup, and restore into an empty database: rows, sequences, files, and unfinished jobs. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { maintainDeliveries } from '#server/newsletters/delivery-partitions.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { fileOf } from '../scripts/backup/manifest.ts';
import { prepareQueue } from '../scripts/backup/queue.ts';
import { restoreBackup } from '../scripts/backup/read.ts';
import { writeBackup } from '../scripts/backup/write.ts';

// Generous, because other tests may be using the machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'deckle-backup-'));
const backup = join(folder, 'backup');
const originalQuery = pg.Client.prototype.query;
let server: TestServer;
let empty: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  empty = await createTestDatabase('reference');
  await prepareQueue(empty.url);
  // No write may be in progress during the comparison.
  await server.settle();
  const { pool, queue, db, config } = server.deps;
  // As in an installation that was upgraded when it already had newsletters.
  await pool.query(
    `alter table deliveries detach partition deliveries_before;
     alter table deliveries attach partition deliveries_before for values from (minvalue) to (735)`,
  );
  await maintainDeliveries(server.deps);
  // Values that COPY's text format could get wrong, a running job, and a completed one.
  await pool.query(`update partners set website = E'tab\\there, back\\\\slash, line\\nend, \\\\N, é€😀' where id = 1`);
  for (const id of [41, 42, 43]) await db.$transaction((tx) => queue.send(tx, 'mail.deliver', { id }));
  await pool.query(`update pgboss.job set state = 'active' where data ->> 'id' = '42'`);
  await pool.query(`update pgboss.job set state = 'completed' where data ->> 'id' = '43'`);
  const now = server.deps.now();
  await writeBackup({ databaseUrl: config.DATABASE_URL!, dataDir: config.DECKLE_DATA_DIR, folder: backup, now });
}, 120_000);

afterAll(async () => {
  await server?.close();
  await empty?.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function query<T extends object>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Returns {table: 'count digest'}, with a digest of the text of all rows. */
async function contentsOf(url: string) {
  const [generated] = await query<{ sql: string }>(
    url,
    `select string_agg(format(
       'select %L as name, count(*) || '' '' || md5(coalesce(string_agg(t::text, ''|'' order by t::text), '''')) as sum from %I t', relname, relname
     ), ' union all ') as sql
     from pg_class where relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace and relname <> '_prisma_migrations'`,
  );
  const rows = await query<{ name: string; sum: string }>(url, generated!.sql);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

const constraintsOf = (url: string) =>
  query(
    url,
    `select conname, convalidated, pg_get_constraintdef(oid) as definition from pg_constraint
            where connamespace = 'public'::regnamespace and conparentid = 0 order by conrelid::regclass::text, conname`,
  );

/** All partitions with their bounds, options, number of indexes, and number of rows. */
async function partitionsOf(url: string) {
  const partitions = await query<{ name: string }>(
    url,
    `select c.relname as name, inhparent::regclass::text as parent, pg_get_expr(relpartbound, c.oid) as bounds, reloptions as options,
       (select count(*)::int from pg_index where indrelid = c.oid and indisvalid) as indexes
     from pg_inherits join pg_class c on c.oid = inhrelid where relispartition and relkind = 'r'
       and inhparent::regclass::text in ('deliveries', 'click_logs') order by 1`,
  );
  const withRows = async ({ name, ...rest }: { name: string }) => {
    const [counted] = await query<{ rows: number }>(url, `select count(*)::int as rows from ${name}`);
    return { name, ...rest, ...counted };
  };
  return Promise.all(partitions.map(withRows));
}

it('refuses a database that already has accounts', async () => {
  const databaseUrl = server.deps.config.DATABASE_URL!;
  const options = { databaseUrl, dataDir: folder, folder: backup, now: server.deps.now() };
  await expect(restoreBackup(options)).rejects.toThrow('The database isn’t empty: it already ');
});

it('refuses an incomplete or altered backup and one of another version, and leaves the database unchanged', async () => {
  const before = await contentsOf(empty.url);
  const copy = join(folder, 'damaged');
  mkdirSync(copy);
  const options = { databaseUrl: empty.url, dataDir: join(folder, 'nowhere'), folder: copy, now: server.deps.now() };
  await expect(restoreBackup(options)).rejects.toThrow('isn’t a complete backup');
  const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
  writeFileSync(join(copy, 'manifest.json'), JSON.stringify(manifest));
  await expect(restoreBackup(options)).rejects.toThrow('is missing or has changed since the backup');
  cpSync(backup, copy, { recursive: true });
  appendFileSync(join(copy, fileOf('promotions')), 'x');
  await expect(restoreBackup(options)).rejects.toThrow('is missing or has changed since the backup');
  manifest.migrations.push('29990101000000_future');
  writeFileSync(join(backup, '../damaged/manifest.json'), JSON.stringify({ ...manifest, tables: [] }));
  await expect(restoreBackup(options)).rejects.toThrow('another version of Deckle');
  expect(await contentsOf(empty.url)).toEqual(before);
});

it('restores rows, sequences, unfinished jobs, and files, and holds the open newsletter', async () => {
  const source = server.deps.config.DATABASE_URL!;
  const dataDir = join(folder, 'data');
  const before = await contentsOf(source);
  const { manifest, held } = await restoreBackup({
    databaseUrl: empty.url,
    dataDir,
    folder: backup,
    now: server.deps.now(),
  });
  const { newsletters: _, settings: __, ...rest } = before;
  expect(await contentsOf(empty.url)).toMatchObject(rest);
  expect(held).toEqual(['2026-12-01 (daily)']);
  const newsletters = `select id, newsletter_date::text, kind, status, snapshot, held_at from newsletters order by id`;
  const [original, restored] = [
    await query<{ id: number }>(source, newsletters),
    await query<{ id: number }>(empty.url, newsletters),
  ];
  const today = { newsletter_date: '2026-12-01', kind: 'daily', status: 'draft' };
  expect(original).toContainEqual(expect.objectContaining({ ...today, held_at: null }));
  expect(restored).toContainEqual(expect.objectContaining({ ...today, held_at: server.deps.now() }));
  const others = (rows: object[]) =>
    rows.filter((row) => !('newsletter_date' in row && row.newsletter_date === '2026-12-01'));
  expect(others(restored)).toEqual(others(original));
  expect(Object.keys(before).length).toBeGreaterThan(40);
  expect(manifest.tables.find(({ name }) => name === 'promotions')!.rows).toBeGreaterThan(100);
  expect(await constraintsOf(empty.url)).toEqual(await constraintsOf(source));
  const partitions = await partitionsOf(source);
  expect(partitions).toContainEqual(
    expect.objectContaining({
      name: 'deliveries_before',
      bounds: 'FOR VALUES FROM (MINVALUE) TO (735)',
      options: ['fillfactor=70', 'autovacuum_vacuum_scale_factor=0.02'],
    }),
  );
  expect(partitions.map(({ name }) => name)).toContain('click_logs_rest');
  expect(await partitionsOf(empty.url)).toEqual(partitions);

  const jobs = `select data ->> 'id' as id, state::text from pgboss.job where name = 'mail.deliver' and data ->> 'id' in ('41', '42', '43') order by 1`;
  expect(await query(empty.url, jobs)).toEqual([
    { id: '41', state: 'created' },
    { id: '42', state: 'retry' },
  ]);
  const next = `select nextval('partners_id_seq')::int > max(id) as free from partners`;
  expect(await query(empty.url, next)).toEqual([{ free: true }]);
  await expect(query(empty.url, `update promotion_events set reason = 'x'`)).rejects.toThrow();
  const pictures = readdirSync(join(server.deps.config.DECKLE_DATA_DIR, 'blobs'), { recursive: true });
  expect(pictures.length).toBeGreaterThan(10);
  expect(readdirSync(join(dataDir, 'blobs'), { recursive: true })).toEqual(pictures);
});

it('restores a backup that records no partitions into the database’s own partitions', async () => {
  const older = join(folder, 'older');
  cpSync(backup, older, { recursive: true });
  const { partitions: _, ...manifest } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
  writeFileSync(join(older, 'manifest.json'), JSON.stringify(manifest));
  const target = await createTestDatabase('reference');
  try {
    await prepareQueue(target.url);
    const bounds = async () => (await partitionsOf(target.url)).map(({ rows, ...partition }) => partition);
    const before = await bounds();
    const options = { databaseUrl: target.url, dataDir: join(folder, 'older-data'), folder: older };
    await restoreBackup({ ...options, now: server.deps.now() });
    expect(await bounds()).toEqual(before);
    const { deliveries } = await contentsOf(target.url);
    expect(deliveries).toBe((await contentsOf(server.deps.config.DATABASE_URL!)).deliveries);
  } finally {
    await target.drop();
  }
});

it('includes an image removed during the backup, and reports a missing one', async () => {
  const { config, db, blobs } = server.deps;
  const author = await db.author.findFirstOrThrow();
  await blobs.put('photos/before.webp', 'as of the snapshot');
  await db.author.update({ where: { id: author.id }, data: { photo: 'photos/before.webp' } });
  const folderOf = (name: string) => join(folder, name);
  const options = { databaseUrl: config.DATABASE_URL!, dataDir: config.DECKLE_DATA_DIR, now: server.deps.now() };
  // The sequences are read after the last row, between the two copies of the files.
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (String(args[0]).includes('pg_sequences'))
      rmSync(join(config.DECKLE_DATA_DIR, 'blobs/photos/before.webp'), { force: true });
    return (originalQuery as (...args: unknown[]) => unknown).apply(this, args) as never;
  });
  const { missing } = await writeBackup({ ...options, folder: folderOf('replaced') });
  spy.mockRestore();
  expect(missing).toEqual([]);
  expect(readFileSync(join(folderOf('replaced'), 'files/blobs/photos/before.webp'), 'utf8')).toBe('as of the snapshot');
  expect((await writeBackup({ ...options, folder: folderOf('lacking') })).missing).toEqual(['photos/before.webp']);
});

it('reports missing pictures of posts', async () => {
  const { config, db, blobs } = server.deps;
  const keyOf = (digit: string) => `photos/blog-${digit.repeat(16)}.webp`;
  await blobs.put(keyOf('1'), 'a picture');
  const post = {
    slug: 'pictures',
    title: 'Pictures',
    body: `![One](/media/${keyOf('1')}) ![Two](/media/${keyOf('2')})`,
  };
  await db.blog.create({ data: { ...post, hero: `/media/${keyOf('3')}` } });
  await db.readerBlog.create({ data: { ...post, body: `![](/media/${keyOf('4')})`, hero: `/media/${keyOf('2')}` } });
  const options = { databaseUrl: config.DATABASE_URL!, dataDir: config.DECKLE_DATA_DIR, now: server.deps.now() };
  const { missing } = await writeBackup({ ...options, folder: join(folder, 'posts') });
  expect(missing.filter((key) => key.includes('blog')).sort()).toEqual([keyOf('2'), keyOf('3'), keyOf('4')]);
});
