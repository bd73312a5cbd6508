// npm run restore -- --from /backups/2026-11-21   fills the empty database of DATABASE_URL (or an empty embedded one)
// Stop the site first. Refused when the database has people in it, or the backup is of another version.
import { mkdirSync } from 'node:fs';
import { readConfig } from '#server/platform/config.ts';
import { migrate } from '#server/platform/migrations.ts';
import { configuredDatabase } from './backup/database.ts';
import { prepareQueue } from './backup/queue.ts';
import { readBackup } from './backup/read.ts';
import { fail, textOptions } from './command-line.ts';

const USAGE = 'npm run restore -- --from FOLDER\nA folder that `npm run backup` wrote.';
const folder = textOptions(['from'], USAGE).from ?? fail(USAGE);
const config = readConfig();
mkdirSync(config.DECKLE_DATA_DIR, { recursive: true });
const database = await configuredDatabase(config);
try {
  await migrate(database.url);
  await prepareQueue(database.url);
  const order = { databaseUrl: database.url, dataDir: config.DECKLE_DATA_DIR, folder };
  const { tables, made_at } = await readBackup(order);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${tables.length} tables with ${rows} rows are as they were at ${made_at}.`);
} finally {
  await database.close();
}
