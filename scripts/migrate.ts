// npm run migrate                 applies what is missing to DATABASE_URL (or the embedded database)
// npm run migrate -- --new NAME   writes the next migration from the change in prisma/schema.prisma
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { createMigration, migrate } from '#server/platform/migrations.ts';
import { configuredDatabase } from './backup/database.ts';

const { values } = parseArgs({ options: { new: { type: 'string' } } });

if (values.new) {
  const scratch = await startEmbeddedPostgres(mkdtempSync(join(tmpdir(), 'deckle-migrate-')));
  const stamp = systemClock.now().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = await createMigration(scratch.url('postgres'), values.new, stamp);
  await scratch.stop();
  console.log(folder ? `Written: ${folder}` : 'Nothing changed in prisma/schema.prisma.');
} else {
  const config = readConfig();
  const database = await configuredDatabase(config);
  const applied = await migrate(database.url);
  await database.close();
  console.log(applied.length ? `Applied: ${applied.join(', ')}` : 'The database is up to date.');
}
