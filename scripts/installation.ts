/** The configuration and the database of the installation that an operator's command works on. */
import { type Config, readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';
import { explainDatabaseFailure, StartupError } from '#server/platform/start-failure.ts';
import { fail } from './command-line.ts';

/** Ends the command with an explanation if the configuration or the database can't be used. */
export async function openInstallation() {
  const config = readOrFail();
  const url = config.DATABASE_URL;
  if (!url)
    return fail(
      'DATABASE_URL isn’t set. Set it to the URL of your installation’s database, such as postgres://deckle:PASSWORD@localhost:5432/deckle, and try again.',
    );
  try {
    const { db, pool } = openDatabase(url);
    const { rows } = await pool.query(`select to_regclass('_prisma_migrations') is not null as has_tables`);
    if (!rows[0].has_tables)
      fail(
        'The database in DATABASE_URL isn’t Deckle’s. Fix the database name in DATABASE_URL, or start the server first to create the tables.',
      );
    return { config, db, pool };
  } catch (error) {
    const { message } = error as Error;
    return fail(explainDatabaseFailure(error, url) ?? `The database in DATABASE_URL can’t be used: ${message}`);
  }
}

function readOrFail(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof StartupError) return fail(error.message);
    throw error;
  }
}
