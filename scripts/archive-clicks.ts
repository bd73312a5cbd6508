// npm run clicks:archive                     stores the latest judged month's clicks as Parquet files
// npm run clicks:archive -- --month 2026-10  a judged month whose clicks are still there
// The files are in the bucket (S3_*), or else in DECKLE_DATA_DIR/blobs, below clicks/.
import { archiveMonth, archiveRefusal, latestJudgedMonth } from '#server/clicks/archive.ts';
import { blobsFromConfig } from '#server/platform/blob-storage.ts';
import { systemClock } from '#server/platform/clock.ts';
import { fail, textOptions } from './command-line.ts';
import { openInstallation } from './installation.ts';

const { month = latestJudgedMonth(systemClock.now()) } = textOptions(
  ['month'],
  'npm run clicks:archive [-- --month 2026-10]',
);
if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) fail('--month must be a year and a month, such as 2026-10.');
const refusal = archiveRefusal(month, systemClock.now());
if (refusal) fail(refusal);
const { config, db, pool } = await openInstallation();
const clicks = await archiveMonth({ pool, blobs: await blobsFromConfig(config) }, month);
console.log(`${clicks.toLocaleString('en-US')} clicks of ${month} were stored below clicks/month=${month}/.`);
await db.$disconnect();
if (!pool.ended) await pool.end();
