// npm run readers:import -- list.csv --user nora@example.com                 checks the file, imports nothing
// npm run readers:import -- list.csv --user nora@example.com --source "Sign-up form of The Free Shelf" --start yes
// Imports readers from a CSV file into the database of DATABASE_URL, on behalf of an administrator. Columns and genres
// are those chosen on the screen for the same header, or recognized by their names. To continue an import that was
// killed, or to check it again with another source, run it with its number: --id 7.
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { blobsFromConfig } from '#server/platform/blob-storage.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';
import { createLog } from '#server/platform/log.ts';
import { createQueue } from '#server/platform/queue.ts';
import { checkImport, startImport } from '#server/reader-imports/imports.ts';
import { progressOf } from '#server/reader-imports/presenter.ts';
import { createImport, storePart } from '#server/reader-imports/upload.ts';
import { WORK_ON_IMPORT, workOnImport } from '#server/reader-imports/work.ts';
import { suppressErasures } from '#server/readers/replay.ts';
import {
  IMPORT_PART_BYTES,
  ImportCounts,
  ImportMapping,
  isWorking,
  MAX_IMPORT_BYTES,
  ROW_PROBLEMS,
  type RowProblem,
} from '#shared/reader-imports.ts';
import { installZodMessages } from '#shared/validation.ts';
import { fail, textOptions } from './command-line.ts';

const USAGE = `npm run readers:import -- FILE --user ADDRESS [--source TEXT] [--day-first yes] [--start yes]
npm run readers:import -- --id ID --user ADDRESS [--source TEXT] [--day-first yes] [--start yes]`;
const POLL_MS = 500;
const PROGRESS_MS = 5_000;
const DAILY_EMAILS = 500;

installZodMessages();
const [, , path] = process.argv;
if (path && !path.startsWith('-')) process.argv.splice(2, 1, '--file', path);
const names = ['file', 'id', 'user', 'source', 'day-first', 'start'] as const;
const { file, id: existingId, user: uid = '', source, 'day-first': dayFirst, start } = textOptions(names, USAGE);
const isNumber = !existingId || /^\d{1,9}$/.test(existingId);
const areFlags = [dayFirst, start].every((flag) => !flag || flag === 'yes');
if (Boolean(file) === Boolean(existingId) || !uid || !isNumber || !areFlags) fail(USAGE);
const config = readConfig();
if (!config.DATABASE_URL)
  fail('DATABASE_URL isn’t set. Set it to the URL of your installation’s database and try again.');
const { db, pool } = openDatabase(config.DATABASE_URL!);
const queue = createQueue(pool, createLog('error'));
queue.handle(WORK_ON_IMPORT, async () => {});
const deps = { db, config, queue, now: () => systemClock.now(), mail: { isClosed: () => false } };

const user = await db.user.findUnique({ where: { uid } });
if (user?.role !== 'admin' || user.disabled_at) fail(`${uid} isn’t an administrator here.`);
// The server does this when it starts, but may not have started since an upgrade.
await suppressErasures({ ...deps, blobs: await blobsFromConfig(config) });
const id = existingId ? Number(existingId) : await upload(file!);
if (!existingId)
  console.log(`This is import ${id}. If it is interrupted: npm run readers:import -- --id ${id} --user ${uid}`);
await checkUpload();
await workUntilDone();
if ((await readImport()).status === 'checked' && start) {
  await startImport(deps, { id, user_id: user!.id, daily_emails: DAILY_EMAILS });
  await workUntilDone();
}
await printReport();
await queue.stop();
await db.$disconnect();
if (!pool.ended) await pool.end();

async function readImport() {
  return (await db.readerImport.findUnique({ where: { id } })) ?? fail(`There’s no import ${id}.`);
}

/** Reads a part at a time, so that a large file needs no more memory. */
async function upload(path: string): Promise<number> {
  const handle = await open(path).catch((error) => fail(`${path} can’t be read: ${error.message}`));
  const { size } = await handle.stat();
  if (size < 1 || size > MAX_IMPORT_BYTES)
    fail(`The file must be between 1 byte and ${MAX_IMPORT_BYTES / 2 ** 20} MB.`);
  const created = await createImport(deps, { user_id: user!.id, file_name: basename(path), file_bytes: size });
  for (let offset = 0; offset < size; offset += IMPORT_PART_BYTES) {
    const bytes = Buffer.alloc(Math.min(IMPORT_PART_BYTES, size - offset));
    await handle.read(bytes, 0, bytes.length, offset);
    await storePart(deps, { id: created.id, offset, bytes }).catch(failPlainly);
  }
  await handle.close();
  return created.id;
}

/** Starts the dry run of a file that hasn't had one, or another one with the given source. */
async function checkUpload() {
  const { status, mapping } = await readImport();
  const isChanged = Boolean(source || dayFirst);
  if (status === 'uploading') fail(`The upload of import ${id} wasn’t completed. Import the file again.`);
  if (isChanged && status !== 'uploaded' && status !== 'checked')
    fail(`Import ${id} is ${status}, so --source and --day-first can’t change it anymore.`);
  if (status !== 'uploaded' && !isChanged) return;
  const stored = mapping as ImportMapping;
  const chosen = { ...stored, ...(source && { consent_source: source }), ...(dayFirst && { day_first: true }) };
  const { success, data } = ImportMapping.safeParse(chosen);
  if (!success)
    fail(
      `We couldn’t tell which column of import ${id} has the email address. Choose the column at ${config.appUrl}/users/imports.`,
    );
  await checkImport(deps, id, data!).catch(failPlainly);
}

/** Works on the import, or waits for the server that does, until it's checked or done. */
async function workUntilDone() {
  const timer = setInterval(() => printProgress().catch(() => {}), PROGRESS_MS);
  while (isWorking((await readImport()).status)) {
    await workOnImport(deps, { id });
    if (isWorking((await readImport()).status)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  clearInterval(timer);
}

async function printProgress() {
  const row = await readImport();
  const progress = progressOf(row, ImportCounts.parse(row.counts));
  console.error(`${row.status}: ${Math.floor(progress * 100)}%`);
}

async function printReport() {
  const { status, digest, counts, mapping } = await readImport();
  const { problems, ...sums } = ImportCounts.parse(counts);
  console.log(`Import ${id}: ${status}. SHA-256 ${digest}`);
  const consent = (mapping as ImportMapping | null)?.consent_source;
  console.log(
    `Consent source of rows without their own: ${consent ?? 'none, so we’ll ask those readers for permission'}`,
  );
  for (const [name, sum] of Object.entries(sums)) if (sum) console.log(`${String(sum).padStart(10)} ${name}`);
  for (const [name, sum] of Object.entries(problems))
    console.log(`${String(sum).padStart(10)} ${name}: ${ROW_PROBLEMS[name as RowProblem].label}`);
  for (let line = 0; ; ) {
    const rows = await db.readerImportProblem.findMany({
      where: { import_id: id, line: { gt: line } },
      orderBy: { line: 'asc' },
      take: 1_000,
    });
    for (const row of rows) console.log(`line ${row.line}: ${row.reason}`);
    if (rows.length < 1_000) break;
    line = rows.at(-1)!.line;
  }
  if (status === 'checked')
    console.log(`Nothing has changed yet. To import: npm run readers:import -- --id ${id} --user ${uid} --start yes`);
}

function failPlainly(error: { body?: unknown; message: string }): never {
  return fail(error.body ? JSON.stringify(error.body) : error.message);
}
