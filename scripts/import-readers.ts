// npm run readers:import -- list.csv --user nora@example.com                 checks the file, imports nothing
// npm run readers:import -- list.csv --user nora@example.com --source "Sign-up form of The Free Shelf" --start yes
// npm run readers:import -- list.csv --id 7 --user nora@example.com          continues an interrupted upload
// npm run readers:import -- --id 7 --user nora@example.com --start yes       imports what the dry run found
// npm run readers:import -- --id 7 --user nora@example.com --undo yes        undoes the import, within a day
// Imports readers from a CSV file into the database of DATABASE_URL, on behalf of an administrator. Columns and genres
// are those chosen for the same header before, or recognized by their names; other genres get the category that their
// name suggests. Pass --id to continue an import that was interrupted.
import { basename } from 'node:path';
import { blobsFromConfig } from '#server/platform/blob-storage.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { createQueue } from '#server/platform/queue.ts';
import { suggestCategory } from '#server/reader-imports/columns.ts';
import { checkImport, startImport, undoImport } from '#server/reader-imports/imports.ts';
import { presentImport, progressOf } from '#server/reader-imports/presenter.ts';
import { problemsOf } from '#server/reader-imports/problems.ts';
import { generalCategories } from '#server/reader-imports/upload.ts';
import { PROCESS_IMPORT_JOB, processImport } from '#server/reader-imports/work.ts';
import { LOG_OPT_OUT_JOB } from '#server/readers/opt-out-log.ts';
import { suppressErasures } from '#server/readers/replay.ts';
import {
  changesNothing,
  DEFAULT_DAILY_EMAILS,
  ImportCounts,
  ImportHead,
  ImportMapping,
  ImportStart,
  isUnchecked,
  isWorking,
  withSuggestions,
} from '#shared/reader-imports.ts';
import { installZodMessages } from '#shared/validation.ts';
import { fail, textOptions } from './command-line.ts';
import { openInstallation } from './installation.ts';
import { changeMapping, refusalOf } from './reader-imports/change-mapping.ts';
import { countLines, mappingLines } from './reader-imports/report.ts';
import { isSameFile, openFile, otherFileError, uploadFile } from './reader-imports/upload-file.ts';

const USAGE = `npm run readers:import -- FILE [--id ID] --user ADDRESS [CHOICES] [--start yes [--daily-emails NUMBER]]
npm run readers:import -- --id ID --user ADDRESS [CHOICES] [--start yes [--daily-emails NUMBER]]
npm run readers:import -- --id ID --user ADDRESS --undo yes
Choices, which make another dry run:
  --source "Sign-up form"                          consent source of rows without their own
  --day-first yes                                  dates such as 3/4/2026 begin with the day
  --columns "Joined=consented_on, Notes=ignore"    columns by name or number
  --genres "Steampunk=fantasy, Poetry=ignore"      categories of the file's genres
  --categories "mystery, romance"                  categories of readers without a known genre, or all;
                                                   without this choice, they're left out`;
const POLL_MS = 500;
const PROGRESS_MS = 5_000;
const CHOICES = ['source', 'day-first', 'columns', 'genres', 'categories'] as const;

installZodMessages();
const [, , path] = process.argv;
if (path && !path.startsWith('-')) process.argv.splice(2, 1, '--file', path);
const names = ['file', 'id', 'user', 'start', 'undo', 'daily-emails', ...CHOICES] as const;
const options = textOptions(names, USAGE);
const { file, user: uid = '' } = options;
const hasChoices = CHOICES.some((name) => options[name]);
const isIdValid = !options.id || /^\d{1,9}$/.test(options.id);
const areFlagsValid = [options['day-first'], options.start, options.undo].every((flag) => !flag || flag === 'yes');
const isUndoAlone = !options.undo || (!file && !options.start && !hasChoices);
if (!(file || options.id) || !uid || !isIdValid || !areFlagsValid || !isUndoAlone) fail(USAGE);
const start = ImportStart.safeParse({ daily_emails: Number(options['daily-emails'] ?? DEFAULT_DAILY_EMAILS) });
if (!start.success || (options['daily-emails'] && !options.start))
  fail(`--daily-emails is a number from 1 to 10,000, with --start yes.\n${USAGE}`);
const { config, db, pool } = await openInstallation();
const queue = createQueue(pool, createLog('error'));
// Only registers the jobs' names, so that they can be queued; the server runs them.
for (const job of [PROCESS_IMPORT_JOB, LOG_OPT_OUT_JOB]) queue.handle(job, async () => {});
const deps = { db, config, queue, now: () => systemClock.now(), mail: { isClosed: () => false } };

const user = await db.user.findUnique({ where: { uid } });
if (user?.role !== 'admin' || user.disabled_at) fail(`${uid} isn’t an administrator here.`);
// The server does this when it starts, but may not have started since an upgrade.
await suppressErasures({ ...deps, blobs: await blobsFromConfig(config) });
const categories = await db.$transaction((tx) => generalCategories(tx));
let id = Number(options.id ?? 0);
if (file) await upload(file);
if (options.undo) await undoImport(deps, { id, user_id: user!.id }).catch(failWithMessages);
else await checkUpload();
await workUntilDone();
if ((await readImport()).status === 'checked') await finishCheck();
await printReport();
await queue.stop();
await db.$disconnect();
if (!pool.ended) await pool.end();

async function readImport() {
  return (await db.readerImport.findUnique({ where: { id } })) ?? fail(`There’s no import ${id}.`);
}

async function present() {
  return presentImport(await readImport(), {
    canUndo: false,
    suggest: (genre) => suggestCategory(genre, categories),
  });
}

async function upload(path: string) {
  const existing = id ? await readImport() : null;
  if (existing && existing.status !== 'uploading') {
    const handle = await openFile(path).catch(failWithMessages);
    const { size } = await handle.stat();
    if (!(await isSameFile(handle, { size, file_name: basename(path) }, existing)))
      failWithMessages(otherFileError(path, id));
    await handle.close();
    console.log(`The file of import ${id} was already uploaded.`);
    return;
  }
  const onStart = (number: number) => {
    id = number;
    console.log(
      `This is import ${id}. If it is interrupted: npm run readers:import -- ${path} --id ${id} --user ${uid}`,
    );
  };
  await uploadFile(deps, path, { user_id: user!.id, existing, onStart }).catch(failWithMessages);
}

/** Starts the file's first dry run, or another one if choices are given. */
async function checkUpload() {
  const { status, mapping, head } = await readImport();
  if (status === 'uploading')
    fail(`The upload of import ${id} wasn’t completed. Add the file to the command to continue it.`);
  if (hasChoices && status !== 'uploaded' && status !== 'checked')
    fail(`Import ${id} is ${status}, so its columns, genres, and consent can’t change anymore.`);
  if (status !== 'uploaded' && !hasChoices) return;
  const { header } = ImportHead.parse(head);
  await check(() => changeMapping(mapping as ImportMapping, options, { header, categories }));
}

async function check(mappingOf: () => ImportMapping) {
  try {
    const mapping = mappingOf();
    if (!mapping.columns.includes('email'))
      fail(
        `Import ${id} has no column that is clearly the email address. Name it with --columns "HEADING=email", or choose it at ${config.appUrl}/users/imports.`,
      );
    const { data, error } = ImportMapping.safeParse(mapping);
    if (error) fail(refusalOf(mapping, error));
    await checkImport(deps, id, data!);
  } catch (error) {
    failWithMessages(error as Error);
  }
}

/** Checks the file again with the suggested categories if they change anything. Imports it with --start. */
async function finishCheck() {
  const first = await present();
  const suggested = withSuggestions(first.mapping!, first.genres);
  if (isUnchecked(first, suggested)) {
    await check(() => suggested);
    await workUntilDone();
  }
  const checked = await present();
  for (const line of mappingLines(checked, categories)) console.log(line);
  if (!options.start || changesNothing(checked.counts)) return;
  await startImport(deps, { id, user_id: user!.id, ...start.data!, mapping: checked.mapping! }).catch(failWithMessages);
  await workUntilDone();
}

/** Works on the import, or waits for the server that does, until it's checked, done, undone, or discarded. */
async function workUntilDone() {
  const timer = setInterval(() => printProgress().catch(() => {}), PROGRESS_MS);
  while (isWorking((await readImport()).status)) {
    await processImport(deps, { id }).catch(failWithNextStep);
    if (isWorking((await readImport()).status)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  clearInterval(timer);
}

/** A batch that failed was rolled back, so nothing that was done before it is lost. */
async function failWithNextStep({ message }: Error): Promise<never> {
  const { status } = await readImport();
  const next = isWorking(status)
    ? `Continue it with: npm run readers:import -- --id ${id} --user ${uid}`
    : 'The server deletes the rest of its file within a minute.';
  return fail(`Import ${id} is ${status}, but the work stopped: ${message.trim().split('\n').at(-1)} ${next}`);
}

async function printProgress() {
  const row = await readImport();
  const progress = progressOf(row, ImportCounts.parse(row.counts));
  console.error(`${row.status}: ${Math.floor(progress * 100)}%`);
}

async function printReport() {
  const row = await readImport();
  for (const line of countLines(row)) console.log(line);
  for await (const { line, reason } of problemsOf(deps, id)) console.log(`line ${line}: ${reason}`);
  if (row.status !== 'checked') return;
  if (changesNothing(ImportCounts.parse(row.counts))) console.log('Nothing would change.');
  else
    console.log(`Nothing has changed yet. To import: npm run readers:import -- --id ${id} --user ${uid} --start yes`);
}

function failWithMessages(error: { body?: unknown; message: string }): never {
  const { errors } = (error.body ?? {}) as { errors?: { full_messages: string[] } };
  // A refusal without sentences is a 404.
  return fail(errors?.full_messages.join(' ') ?? (error.body ? `There’s no import ${id}.` : error.message));
}
