// npm run readers:import -- list.csv --user nora@example.com says what would happen npm run readers:import -- list.csv
// --user nora@example.com --source "Sign-up form of The Free Shelf" --start yes Imports readers from a CSV file into
// the database of DATABASE_URL, on behalf of an administrator. Columns and genres are those chosen on the screen for
// the same header, or recognized by their names. Run it again to continue an import that was killed: --id 7.
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';
import { createLog } from '#server/platform/log.ts';
import { createQueue } from '#server/platform/queue.ts';
import { checkImport, startImport } from '#server/reader-imports/imports.ts';
import { createImport, storePart } from '#server/reader-imports/upload.ts';
import { WORK_ON_IMPORT, workOnImport } from '#server/reader-imports/work.ts';
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
npm run readers:import -- --id ID --user ADDRESS [--start yes]`;
const POLL_MS = 500;
const DAILY_EMAILS = 500;

installZodMessages();
const [, , path] = process.argv;
if (path && !path.startsWith('-')) process.argv.splice(2, 1, '--file', path);
const names = ['file', 'id', 'user', 'source', 'day-first', 'start'] as const;
const { file, id: given, user: uid = '', source, 'day-first': dayFirst, start } = textOptions(names, USAGE);
if (Boolean(file) === Boolean(given) || !uid || [dayFirst, start].some((flag) => flag && flag !== 'yes')) fail(USAGE);
const config = readConfig();
if (!config.DATABASE_URL) fail('DATABASE_URL isn’t set. Set it to the database of your installation and try again.');
const { db, pool } = openDatabase(config.DATABASE_URL!);
const queue = createQueue(pool, createLog('error'));
queue.handle(WORK_ON_IMPORT, async () => {});
const deps = { db, config, queue, now: () => systemClock.now(), mail: { isClosed: () => false } };

const user = await db.user.findUnique({ where: { uid } });
if (user?.role !== 'admin' || user.disabled_at) fail(`${uid} isn’t an administrator here.`);
const id = given ? Number(given) : await upload(file!);
if (!given) await check();
await work();
if ((await current()).status === 'checked' && start) {
  await startImport(deps, { id, user_id: user!.id, daily_emails: DAILY_EMAILS });
  await work();
}
await report();
await queue.stop();
await db.$disconnect();
if (!pool.ended) await pool.end();

async function current() {
  return (await db.readerImport.findUnique({ where: { id } })) ?? fail(`There’s no import ${id}.`);
}

/** Reads a part at a time, so the file's size doesn't matter. */
async function upload(path: string): Promise<number> {
  const handle = await open(path).catch((error) => fail(`${path} can’t be read: ${error.message}`));
  const { size } = await handle.stat();
  if (size < 1 || size > MAX_IMPORT_BYTES) fail(`The file must have 1 byte to ${MAX_IMPORT_BYTES / 2 ** 20} MB.`);
  const created = await createImport(deps, { user_id: user!.id, file_name: basename(path), file_bytes: size });
  for (let offset = 0; offset < size; offset += IMPORT_PART_BYTES) {
    const bytes = Buffer.alloc(Math.min(IMPORT_PART_BYTES, size - offset));
    await handle.read(bytes, 0, bytes.length, offset);
    await storePart(deps, { id: created.id, offset, bytes }).catch(failPlainly);
  }
  await handle.close();
  return created.id;
}

async function check() {
  const stored = (await current()).mapping as ImportMapping;
  const chosen = { ...stored, ...(source && { consent_source: source }), ...(dayFirst && { day_first: true }) };
  const { success, data } = ImportMapping.safeParse(chosen);
  if (!success)
    fail(`Import ${id} has no column that is clearly the email address. Choose it at ${config.appUrl}/users/imports.`);
  await checkImport(deps, id, data!).catch(failPlainly);
}

/** Works on it, or waits for the server that does. */
async function work() {
  while (isWorking((await current()).status)) {
    await workOnImport(deps, { id });
    if (isWorking((await current()).status)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function report() {
  const { status, digest, counts, mapping } = await current();
  const { problems, ...sums } = ImportCounts.parse(counts);
  console.log(`Import ${id}: ${status}. SHA-256 ${digest}`);
  const consent = (mapping as ImportMapping | null)?.consent_source;
  console.log(`Consent source of rows without their own: ${consent ?? 'none, so they are asked for permission'}`);
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
