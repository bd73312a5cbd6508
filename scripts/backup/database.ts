/**
 * Opens a command's database: DATABASE_URL, or the embedded one. `close` stops the embedded one unless another process
 * uses it.
 */
import { join } from 'node:path';
import type { Config } from '#server/platform/config.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { MigrationError, migrate } from '#server/platform/migrations.ts';
import { StartupError } from '#server/platform/start-failure.ts';
import { fail } from '../command-line.ts';

type CommandDatabase = { url: string; close(): Promise<void> };

export async function openConfiguredDatabase(config: Config): Promise<CommandDatabase> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, close: async () => {} };
  const embedded = await startEmbeddedPostgres(join(config.DECKLE_DATA_DIR, 'postgres')).catch((error: unknown) => {
    if (error instanceof StartupError) return fail(error.message);
    throw error;
  });
  return { url: embedded.url('postgres'), close: embedded.stop };
}

export const migrateOrFail = (database: CommandDatabase) => failOnMigrationError(database, () => migrate(database.url));

/** Runs `work`. Closes the database on any error, and ends the command with the reason if a migration caused it. */
export async function failOnMigrationError<T>(database: CommandDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await database.close();
    if (error instanceof MigrationError) return fail(error.message);
    throw error;
  }
}
