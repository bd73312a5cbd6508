// npm run restore -- --from /backups/2026-11-21   fills the empty database of DATABASE_URL (or an empty embedded one)
// Stop the site first. Refused if the database has accounts or readers, or the backup is from another version.
import { mkdirSync } from 'node:fs';
import { buildDeps } from '#server/deps.ts';
import { settableClock, systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { finishRestore } from '#server/readers/replay.ts';
import { migrateOrFail, openConfiguredDatabase } from './backup/database.ts';
import { prepareQueue } from './backup/queue.ts';
import { restoreBackup } from './backup/read.ts';
import { formatReport } from './backup/report.ts';
import { fail, textOptions } from './command-line.ts';

const USAGE = 'npm run restore -- --from FOLDER\nA folder that `npm run backup` wrote.';
const folder = textOptions(['from'], USAGE).from ?? fail(USAGE);
const config = readConfig();
mkdirSync(config.DECKLE_DATA_DIR, { recursive: true });
const database = await openConfiguredDatabase(config);
try {
  await migrateOrFail(database);
  await prepareQueue(database.url);
  const options = { databaseUrl: database.url, dataDir: config.DECKLE_DATA_DIR, folder, now: systemClock.now() };
  const restored = await restoreBackup(options);
  const { deps, close } = await buildDeps(config, { databaseUrl: database.url, clock: settableClock() });
  try {
    const replay = await finishRestore(deps);
    console.log(formatReport({ ...restored, replay, isInBucket: Boolean(config.S3_BUCKET), appUrl: config.appUrl }));
  } finally {
    await close();
  }
} finally {
  await database.close();
}
