// npm run migrate                             applies pending migrations to DATABASE_URL (or the embedded database)
// npm run migrate -- --new NAME               writes the next migration from the change in prisma/schema.prisma
// npm run migrate -- --resolve NAME applied   (or rolled-back) records a migration as applied by hand (or rolled back)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { resolveMigration } from '#server/platform/migrations.ts';
import { failOnMigrationError, migrateOrFail, openConfiguredDatabase } from './backup/database.ts';
import { fail } from './command-line.ts';

const USAGE = `npm run migrate
npm run migrate -- --new NAME   (a-z, 0-9, and _)
npm run migrate -- --resolve NAME applied|rolled-back`;
const [option, name = '', outcome, ...rest] = process.argv.slice(2);

if (option === '--new' && /^[a-z0-9_]+$/.test(name) && outcome === undefined) await createNew();
else if (option === '--resolve' && name && (outcome === 'applied' || outcome === 'rolled-back') && !rest.length)
  await resolve(outcome);
else if (option === undefined) await applyPending();
else fail(USAGE);

async function createNew() {
  // Only this option needs the schema engine.
  const { createMigration } = await import('../prisma/new-migration.ts');
  const folder = mkdtempSync(join(tmpdir(), 'deckle-migrate-'));
  const scratch = await startEmbeddedPostgres(folder, { fsync: 'off' });
  const database = {
    url: scratch.url('postgres'),
    close: async () => {
      await scratch.stop();
      for (const path of [folder, scratch.directory]) rmSync(path, { recursive: true, force: true });
    },
  };
  const path = await failOnMigrationError(database, () =>
    createMigration({ name, now: systemClock.now(), scratchUrl: database.url }),
  );
  await database.close();
  console.log(
    path ? `Created ${path}/migration.sql. Review it before you commit.` : 'No changes: prisma/schema.prisma matches.',
  );
}

async function resolve(outcome: 'applied' | 'rolled-back') {
  const database = await openConfiguredDatabase(readConfig());
  await failOnMigrationError(database, () => resolveMigration(database.url, name, outcome));
  await database.close();
  console.log(`${name} is recorded as ${outcome}.`);
}

async function applyPending() {
  const database = await openConfiguredDatabase(readConfig());
  const applied = await migrateOrFail(database);
  await database.close();
  console.log(applied.length ? `Applied: ${applied.join(', ')}` : 'The database is up to date.');
}
