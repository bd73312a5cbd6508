/**
 * Restores a dump of a released version: the schema from that version's migrations, which must be unmodified, then its
 * rows.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIGRATIONS_FOLDER, migrate } from '#server/platform/migrations.ts';
import { runSql } from './catalog.ts';

/** Throws if a migration of that version has been edited. */
export async function restoreDump(databaseUrl: string, version: string): Promise<void> {
  const sql = readFileSync(`tests/upgrade/${version}.sql`, 'utf8');
  const released = [...sql.matchAll(/^-- migration (\S+) (\w{64})$/gm)].map(([, name, checksum]) => ({
    name: name!,
    checksum,
  }));
  const folder = mkdtempSync(join(tmpdir(), 'deckle-dump-'));
  try {
    for (const { name, checksum } of released) {
      const file = join(MIGRATIONS_FOLDER, name, 'migration.sql');
      if (createHash('sha256').update(readFileSync(file)).digest('hex') !== checksum)
        throw new Error(
          `${file} was released with ${version} and has been edited. Undo that, and write a new migration.`,
        );
      cpSync(join(MIGRATIONS_FOLDER, name), join(folder, name), { recursive: true });
    }
    await migrate(databaseUrl, { folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await runSql(databaseUrl, sql);
}
