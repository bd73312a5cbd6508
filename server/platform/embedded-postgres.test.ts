import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
