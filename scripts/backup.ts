// npm run backup -- --to /backups/2026-11-21   writes a snapshot of our tables, and the files, to a new folder
// The site may keep running. The folder contains personal data, so protect it like the database.
// See docs/decisions/0068-backups-by-copy.md.
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { openConfiguredDatabase } from './backup/database.ts';
import { writeBackup } from './backup/write.ts';
import { fail, textOptions } from './command-line.ts';

const USAGE = 'npm run backup -- --to FOLDER\nThe folder is created; it must not exist yet.';
const folder = textOptions(['to'], USAGE).to ?? fail(USAGE);
const config = readConfig();
await requireNewFolder(folder);
const database = await openConfiguredDatabase(config);
try {
  const options = {
    databaseUrl: database.url,
    dataDir: config.DECKLE_DATA_DIR,
    folder,
    now: systemClock.now(),
  };
  const { manifest, missing } = await writeBackup(options);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Backed up ${manifest.tables.length} tables (${rows} rows) and the files to ${folder}.`);
  if (missing.length && !config.S3_BUCKET)
    console.warn(
      `Warning: pictures of books, authors, or posts are missing from DECKLE_DATA_DIR and aren’t in the backup (${missing.length}): ${missing.slice(0, 20).join(', ')}. Upload them again.`,
    );
} finally {
  await database.close();
}

/** Exits with instructions if the folder can't be created. */
async function requireNewFolder(folder: string) {
  const parent = dirname(folder);
  const isAccessible = (path: string, mode: number) =>
    access(path, mode).then(
      () => true,
      () => false,
    );
  if (await isAccessible(folder, constants.F_OK)) fail(`${folder} already exists. Choose a new folder.`);
  if (!(await isAccessible(parent, constants.F_OK))) fail(`${parent} doesn’t exist. Create it first.`);
  if (!(await isAccessible(parent, constants.W_OK)))
    fail(
      `User ${process.getuid?.()} can’t write to ${parent}. Make that user its owner: chown ${process.getuid?.()} ${parent}`,
    );
}
