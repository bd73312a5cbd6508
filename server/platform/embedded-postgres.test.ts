import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckle-postgres-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

it('says why Postgres doesn’t start', async () => {
  const { stop, directory } = await startEmbeddedPostgres(folder, { fsync: 'off' });
  await stop();
  appendFileSync(join(directory, 'cluster/postgresql.conf'), '\nshared_buffers = many\n');
  const log = join(directory, 'cluster/server.log');
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
    new RegExp(
      `^Deckle can’t start:\\n  The embedded Postgres can’t start. ${log} says: .*FATAL:  configuration file .* contains errors\\n  Fix that, or set DATABASE_URL to another Postgres.$`,
    ),
  );
});

it('starts over after a first start that was killed during initdb', async () => {
  const unfinished = join(folder, 'cluster.new');
  mkdirSync(unfinished);
  writeFileSync(join(unfinished, 'PG_VERSION'), '17\n');
  const { stop, url } = await startEmbeddedPostgres(folder, { fsync: 'off' });
  const client = new pg.Client(url('postgres'));
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  await stop();
  expect(existsSync(unfinished)).toBe(false);
});

it('never replaces an existing cluster, even if it’s damaged', async () => {
  const { stop } = await startEmbeddedPostgres(folder, { fsync: 'off' });
  await stop();
  rmSync(join(folder, 'cluster/PG_VERSION'));
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/The embedded Postgres can’t start/);
  expect(existsSync(join(folder, 'cluster/global/pg_control'))).toBe(true);
});

it('says why initdb fails', async () => {
  const tooLong = join(folder, ...Array.from({ length: 6 }, () => 'x'.repeat(200)));
  await expect(startEmbeddedPostgres(tooLong)).rejects.toThrow(/can’t start. initdb says: initdb: error: /);
});

it('says that there is no Postgres for this platform', async () => {
  const arch = process.arch;
  Object.defineProperty(process, 'arch', { value: 'pdp11' });
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
    `There is no embedded Postgres for ${process.platform}-pdp11. Set DATABASE_URL to a Postgres 17 or newer.`,
  );
  Object.defineProperty(process, 'arch', { value: arch });
});
