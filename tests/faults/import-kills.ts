/**
 * Imports a list of readers with processes that are killed at random, and looks for readers lost or created twice. Then
 * undoes the import in the same way, and looks for inactive readers who remain, and active ones who were removed.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { type Database, openDatabase, type Pool } from '#server/platform/database.ts';
import { createLog } from '#server/platform/log.ts';
import { createQueue } from '#server/platform/queue.ts';
import { checkImport, startImport, undoImport } from '#server/reader-imports/imports.ts';
import { createImport, storePart } from '#server/reader-imports/upload.ts';
import { PROCESS_IMPORT_JOB } from '#server/reader-imports/work.ts';
import { LOG_OPT_OUT_JOB } from '#server/readers/opt-out-log.ts';
import { emailHash } from '#server/readers/suppression.ts';
import { DAY_MS } from '#shared/durations.ts';
import { IMPORT_PART_BYTES, ImportCounts, type ImportMapping, isWorking } from '#shared/reader-imports.ts';
import nodeFlags from '../../scripts/node-flags.json' with { type: 'json' };
import type { ImportChildOptions } from './import-child.ts';
import { buildList, GENRES, type ListPlan } from './import-file.ts';
import { seededInt } from './kills.ts';

export type ImportTrial = { databaseUrl: string; rows: number; kills: number; rowsPerBatch: number; seed: number };
/** Memory in MB of the process that grew most: at the start, peak of the first tenth, and overall peak. */
export type Memory = { start: number; tenth: number; peak: number };
export type ImportOutcome = {
  violations: string[];
  status: string;
  kills: number;
  starts: number;
  seconds: number;
  memory: Memory;
  undo: { kills: number; starts: number; seconds: number; removed: number; kept: number };
};
type CategoriesOf = (genres: readonly string[]) => number[];

const APP_SECRET = 'a secret of the trial, long enough';
const NOW = new Date('2026-12-01T15:00:00Z');
/** Every seventh reader chooses something between the import and its undo. */
const ACTIVE_EVERY = 7;
/** Kills while undoing, as a share of the kills while importing. */
const UNDO_KILLS = 1 / 4;

export async function importUnderKills(
  { databaseUrl, rows, kills, rowsPerBatch, seed }: ImportTrial,
  { forgetsMark = false } = {},
): Promise<ImportOutcome> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 3 });
  const queue = createQueue(pool, createLog('silent'));
  for (const job of [PROCESS_IMPORT_JOB, LOG_OPT_OUT_JOB]) queue.handle(job, async () => {});
  try {
    await queue.open();
    await pool.query('truncate readers, suppressions, reader_imports, sign_up_counts restart identity cascade');
    await pool.query('delete from pgboss.job where name = $1', [LOG_OPT_OUT_JOB]);
    const roll = seededInt(seed);
    const plan = buildList(rows, roll);
    const deps = {
      db,
      queue,
      now: () => NOW,
      config: { appSecret: APP_SECRET, MAIL_FROM: 'deals@example.test' } as never,
    };
    for (const { email, reason } of plan.suppressed)
      await db.suppression.create({ data: { email_hash: emailHash(deps, email), reason, at: NOW } });
    const user_id = await insertAdmin(db);
    await createPending(pool, user_id, pendingReaders(plan));
    const id = await uploadList(deps, user_id, plan.file);
    const { mapping } = await db.readerImport.findUniqueOrThrow({ where: { id } });
    const { genres: known } = mapping as ImportMapping;
    const category_ids = known.map(({ category_id }) => category_id!);
    const genres = GENRES.map((genre, index) => ({ genre, category_id: category_ids[index]! }));
    const categoriesOf: CategoriesOf = (names) =>
      (names.length ? names.map((name) => category_ids[GENRES.indexOf(name)]!) : [...category_ids]).sort(
        (one, other) => one - other,
      );
    await checkImport(deps, id, { ...(mapping as ImportMapping), genres, category_ids });
    const options = { databaseUrl, appSecret: APP_SECRET, id, rowsPerBatch, forgetsMark };
    const work = { db, pool, options, roll, start: () => startImport(deps, { id, user_id, daily_emails: 500 }) };
    // Checking and importing each handle nearly every row, so the kills are spread over twice the rows.
    const imported = await workUnderKills(work, { kills, rowsPerKill: (2 * rows) / (kills + 4) });
    const { status } = await db.readerImport.findUniqueOrThrow({ where: { id } });
    const violations = await violationsIn(pool, id, plan, categoriesOf);
    if (status !== 'done') return { violations, status, ...imported, undo: NO_UNDO };

    const active = await activateReaders(pool);
    await undoImport(deps, { id, user_id });
    const undoKills = Math.ceil(kills * UNDO_KILLS);
    const undone = await workUnderKills(work, { kills: undoKills, rowsPerKill: rows / (undoKills + 2) });
    const { memory, ...undo } = undone;
    const kept = active.length;
    violations.push(...(await undoViolations(pool, { id, plan, active })));
    return { violations, status, ...imported, undo: { ...undo, removed: removedReaders(plan, active).length, kept } };
  } finally {
    await queue.stop();
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  }
}

const NO_UNDO = { kills: 0, starts: 0, seconds: 0, removed: 0, kept: 0 };

type Work = {
  db: Database;
  pool: Pool;
  options: ImportChildOptions;
  roll: ReturnType<typeof seededInt>;
  /** Starts the import once its dry run is done. */
  start: () => Promise<void>;
};

/** Starts processes one after another until nothing is left to do, and kills the first ones. */
async function workUnderKills(
  { db, pool, options, roll, start }: Work,
  { kills, rowsPerKill }: { kills: number; rowsPerKill: number },
) {
  const { id, rowsPerBatch } = options;
  const rows = Math.max(1, Math.floor(rowsPerKill / rowsPerBatch)) * rowsPerBatch;
  const startedAt = performance.now();
  let memory: Memory = { start: 0, tenth: 0, peak: 0 };
  let [killed, starts] = [0, 0];
  const maxStarts = kills * 2 + 10;
  for (; starts < maxStarts; starts += 1) {
    const { status } = await db.readerImport.findUniqueOrThrow({ where: { id } });
    if (status === 'checked') await start();
    else if (!isWorking(status)) break;
    const child = startChild(options);
    if (killed < kills) {
      await waitForProgress(pool, id, rows, child.ended);
      // The kill may come anywhere within a batch.
      await new Promise((resolve) => setTimeout(resolve, roll(40)));
      child.kill();
    }
    const ended = await child.ended;
    if (ended.isKilled) killed += 1;
    if (growthOf(ended.memory) >= growthOf(memory)) memory = ended.memory;
  }
  return { kills: killed, starts, seconds: Math.round((performance.now() - startedAt) / 1000), memory };
}

const pendingReaders = ({ readers }: ListPlan) =>
  [...readers].filter(([, { isPending }]) => isPending).map(([email]) => email);

/** Creates pending readers of an earlier import, who haven't been asked to confirm yet. */
async function createPending(pool: Pool, user_id: number, emails: readonly string[]) {
  const at = new Date(NOW.getTime() - DAY_MS);
  await pool.query(
    `with earlier as (
       insert into reader_imports (status, file_name, file_bytes, user_id, created_at, finished_at)
       values ('done', 'undated.csv', 1, $1, $2, $2) returning id
     ), created as (
       insert into readers (email, status, sign_up_source, created_at, updated_at)
       select email, 'pending', 'import', $2, $2 from unnest($3::text[]) email returning id
     )
     insert into imported_readers (reader_id, import_id, consent_source, ask_at)
     select created.id, earlier.id, 'Undated', $2 from created, earlier`,
    [user_id, at, emails],
  );
}

/** Makes every seventh reader choose something after the import. Returns their addresses. */
async function activateReaders(pool: Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Tens of thousands of readers take longer than the server allows a statement.
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query<{ email: string }>(
      `update readers set frequency = 'weekly', updated_at = created_at + interval '1 hour' where id % $1 = 0
       returning email::text as email`,
      [ACTIVE_EVERY],
    );
    return rows.map(({ email }) => email);
  } finally {
    client.release(true);
  }
}

const growthOf = ({ start, peak }: Memory) => peak - start;

/** Limit for files of any size. The largest file, 300 MB, must not be held in memory. */
const MAX_GROWTH_MB = 200;
/** Garbage collection makes the heap vary by less than this. A process that kept its rows would grow with the file. */
const MAX_LATER_GROWTH_MB = 64;

export const growthViolations = ({ start, peak }: Memory): string[] =>
  peak - start > MAX_GROWTH_MB ? [`the process grew from ${start} to ${peak} MB`] : [];

/** Only for a process that imports the whole file: one that is killed early is still starting in its first tenth. */
export const laterGrowthViolations = ({ tenth, peak }: Memory): string[] =>
  peak - tenth > MAX_LATER_GROWTH_MB ? [`the process grew from ${tenth} MB after a tenth to ${peak} MB`] : [];

/**
 * Runs the control: processes that begin at the start of their step again. It's red only if the import still finished,
 * with rows counted twice, and its undo counted kept readers twice.
 */
export async function importWithoutMark(trial: ImportTrial): Promise<'red' | 'green'> {
  const { violations, status } = await importUnderKills(trial, { forgetsMark: true });
  const hasCountedTwice = (name: string) => violations.some((violation) => violation.includes(`such as ${name}:`));
  const isRed = status === 'done' && hasCountedTwice('rows') && hasCountedTwice('kept');
  return isRed ? 'red' : 'green';
}

async function insertAdmin(db: Database) {
  const data = {
    uid: `importer-${process.hrtime.bigint()}@example.test`,
    name: 'Ida',
    role: 'admin',
    encrypted_password: 'x',
  } as const;
  return (await db.user.create({ data })).id;
}

async function uploadList(deps: { db: Database; now(): Date }, user_id: number, file: Buffer) {
  const { id } = await createImport(deps, { user_id, file_name: 'list.csv', file_bytes: file.length });
  for (let offset = 0; offset < file.length; offset += IMPORT_PART_BYTES)
    await storePart(deps, { id, offset, bytes: file.subarray(offset, offset + IMPORT_PART_BYTES) });
  return id;
}

function startChild(options: ImportChildOptions) {
  // The server's flags, because they bound its memory.
  const flags = [...nodeFlags, 'tests/faults/import-child.ts', JSON.stringify(options)];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<[number | null, string | null]>((resolve) => {
    child.once('exit', (code, signal) => resolve([code, signal]));
  });
  const ended = Promise.all([exit, text(child.stdout), text(child.stderr)]).then(([[code, signal], output, errors]) => {
    if (signal === null && code !== 0) throw new Error(`the process ended with ${code}: ${errors}`);
    // The last line may be cut off by the kill.
    const sizes = output.split('\n').slice(0, -1).map(Number);
    const [start = 0] = sizes;
    const memory = {
      start,
      tenth: Math.max(...sizes.slice(0, Math.ceil(sizes.length / 10)), 0),
      peak: Math.max(...sizes, 0),
    };
    return { isKilled: signal === 'SIGKILL', memory };
  });
  return { ended, kill: () => child.kill('SIGKILL') };
}

/** Waits until `rows` more rows are handled, or the process has ended. */
async function waitForProgress(pool: Pool, id: number, rows: number, ended: Promise<unknown>) {
  const countHandled = async () => {
    const { rows: found } = await pool.query<{ handled: number }>(
      `select line_cursor + coalesce((counts ->> 'handled')::int, 0) + case status when 'undoing' then row_cursor + coalesce((counts ->> 'pending_again')::int, 0) else 0 end as handled
       from reader_imports where id = $1`,
      [id],
    );
    return found[0]!.handled;
  };
  let isOver = false;
  const stop = () => {
    isOver = true;
  };
  void ended.then(stop, stop);
  const from = await countHandled();
  for (let count = from; !isOver && count < from + rows; count = await countHandled())
    await new Promise((resolve) => setTimeout(resolve, 5));
}

type FoundReader = {
  id: number;
  email: string;
  status: string;
  consented_on: string | null;
  consent_source: string | null;
  categories: number[];
};

/** Compares each reader, each reported line, and the counts with the plan. */
async function violationsIn(pool: Pool, id: number, plan: ListPlan, categoriesOf: CategoriesOf): Promise<string[]> {
  const found: FoundReader[] = [];
  // Includes readers who belong to no import.
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows }: { rows: FoundReader[] } = await pool.query<FoundReader>(
      `select r.id, r.email::text as email, r.status::text as status, i.consented_on::text as consented_on, i.consent_source,
       array(select category_id from reader_categories where reader_id = r.id order by category_id) as categories
     from readers r left join imported_readers i on i.reader_id = r.id and $1 in (i.import_id, i.confirmed_by)
     where r.id > $2 order by r.id limit 10000`,
      [id, after],
    );
    found.push(...rows);
    after = rows.at(-1)?.id;
  }
  const planned = [...plan.readers].map(
    ([email, { genres, isPending, ...reader }]) =>
      [email, factsOf({ ...reader, categories: isPending ? [] : categoriesOf(genres) })] as const,
  );
  const { rows: problems } = await pool.query<{ line: number; reason: string }>(
    'select line, reason from reader_import_problems where import_id = $1',
    [id],
  );
  const { rows: imports } = await pool.query<{ status: string; counts: ImportCounts; left: number }>(
    `select status::text as status, counts,
       ((select count(*) from reader_import_parts) + (select count(*) from reader_import_rows))::int as left
     from reader_imports where id = $1`,
    [id],
  );
  const { status, counts, left } = imports[0]!;
  const suppressed = [...plan.suppressed.map(({ email }) => email), ...plan.optOuts];
  return [
    ...(await suppressionDifferences(pool, suppressed)),
    ...(status === 'done' ? [] : [`the import is ${status}`]),
    ...(left ? [`${left} parts and rows of the file are left`] : []),
    ...differences(
      'reader',
      planned,
      found.map(({ id: _, email, ...reader }) => [email, factsOf(reader)]),
    ),
    ...differences(
      'bad row on line',
      [...plan.problems],
      problems.map(({ line, reason }) => [line, reason]),
    ),
    ...differences(
      'count',
      Object.entries(plannedCounts(plan)),
      Object.entries(flattenCounts(ImportCounts.parse(counts))),
    ),
  ];
}

async function suppressionDifferences(pool: Pool, planned: readonly string[]) {
  const { rows } = await pool.query<{ hash: string }>("select encode(email_hash, 'hex') as hash from suppressions");
  return differences(
    'suppression',
    planned.map((email) => [hashOf(email), '']),
    rows.map(({ hash }) => [hash, '']),
  );
}

const hashOf = (email: string) =>
  Buffer.from(emailHash({ config: { appSecret: APP_SECRET } as never }, email)).toString('hex');

/** Returns the addresses of readers whom the undo removes: those whom the import created and who weren't active. */
function removedReaders({ readers }: ListPlan, active: readonly string[]) {
  const isActive = new Set(active);
  return [...readers].filter(([email, { isPending }]) => !isPending && !isActive.has(email)).map(([email]) => email);
}

type Undone = { id: number; plan: ListPlan; active: readonly string[] };

/** Compares the remaining readers, the opt-out log, and the counts with the plan and the active readers. */
async function undoViolations(pool: Pool, { id, plan, active }: Undone): Promise<string[]> {
  const { rows: left } = await pool.query<{ email: string; status: string }>(
    `select email::text as email,
       case when status = 'pending' and consent_source = 'Undated' and consented_on is null and ask_at is not null
         and confirmed_by is null and import_id <> $1 then 'asked by the earlier import' else status::text end as status
     from readers r join imported_readers i on i.reader_id = r.id`,
    [id],
  );
  const { rows: logged } = await pool.query<{ hash: string }>(
    `select right(key, 32) as hash from pgboss.job, jsonb_array_elements_text(data -> 'key') key where name = $1 and key like '%-removed-%'`,
    [LOG_OPT_OUT_JOB],
  );
  const { rows: imports } = await pool.query<{ status: string; counts: ImportCounts; confirmed: number }>(
    `select status::text as status, counts,
       (select coalesce(sum(confirmed), 0)::int from sign_up_counts where source = 'import') as confirmed
     from reader_imports where id = $1`,
    [id],
  );
  const { status, counts, confirmed } = imports[0]!;
  const isActive = new Set(active);
  const removed = removedReaders(plan, active);
  const pendingAgain = pendingReaders(plan).filter((email) => !isActive.has(email));
  const statusOf = (email: string) => plan.readers.get(email)!.status;
  const planned = {
    removed: removed.length,
    kept: active.length,
    pending_again: pendingAgain.length,
    confirmed_sign_ups: active.filter((email) => statusOf(email) === 'active').length,
  };
  const found = {
    removed: counts.removed,
    kept: counts.kept,
    pending_again: counts.pending_again,
    confirmed_sign_ups: confirmed,
  };
  const suppressed = plan.suppressed.map(({ email }) => email);
  return [
    ...(await suppressionDifferences(pool, suppressed)),
    ...(status === 'undone' ? [] : [`the undo is ${status}`]),
    ...differences(
      'reader after the undo',
      [
        ...active.map((email) => [email, statusOf(email)] as const),
        ...pendingAgain.map((email) => [email, 'asked by the earlier import'] as const),
      ],
      left.map((reader) => [reader.email, reader.status]),
    ),
    ...differences(
      'logged removal',
      removed.map((email) => [hashOf(email), 'removed']),
      logged.map(({ hash }) => [hash, 'removed']),
    ),
    ...differences('count of the undo', Object.entries(planned), Object.entries(found)),
  ];
}

const factsOf = ({ status, consented_on, consent_source, categories }: Omit<FoundReader, 'id' | 'email'>) =>
  `${status}, consent on ${consented_on} by ${consent_source}, categories ${categories.join(' ')}`;

/** Describes missing, unplanned, duplicate, and differing entries, with an example of each. */
function differences<Key extends string | number>(
  name: string,
  planned: (readonly [Key, unknown])[],
  found: (readonly [Key, unknown])[],
): string[] {
  const [plannedByKey, foundByKey] = [new Map(planned), new Map(found)];
  const seen = new Set<Key>();
  const kinds = {
    missing: planned.filter(([key]) => !foundByKey.has(key)),
    unplanned: found.filter(([key]) => !plannedByKey.has(key)),
    duplicate: found.filter(([key]) => seen.size === seen.add(key).size),
    different: found.filter(([key, value]) => plannedByKey.has(key) && plannedByKey.get(key) !== value),
  };
  return Object.entries(kinds).flatMap(([kind, list]) => {
    const [key, value] = list[0] ?? [];
    return list.length
      ? [`${list.length} × ${name} ${kind}, such as ${key}: ${value} (planned: ${plannedByKey.get(key!)})`]
      : [];
  });
}

const flattenCounts = ({ problems, ...counts }: ImportCounts): Record<string, number> => ({ ...counts, ...problems });

/** Problems of rows that the import doesn't handle: they have no usable address, or repeat an earlier row's. */
const UNREAD = ['broken_encoding', 'broken_quoting', 'role_address', 'overlong', 'duplicate'] as const;

function plannedCounts({ rows, problems, readers, optOuts }: ListPlan): Record<string, number> {
  const countWithStatus = (status: string) => [...readers.values()].filter((reader) => reader.status === status).length;
  const pending = [...readers.values()].filter(({ isPending }) => isPending).length;
  const [confirm, ask] = [countWithStatus('active') - pending, countWithStatus('pending')];
  const byReason: Record<string, number> = {};
  for (const reason of problems.values()) byReason[reason] = (byReason[reason] ?? 0) + 1;
  const unread = UNREAD.reduce((sum, reason) => sum + (byReason[reason] ?? 0), 0);
  return {
    ...{ rows, confirm, ask, existing: 0, refused: rows - confirm - pending - ask, confirmed: confirm, asked: ask },
    ...{ confirm_pending: pending, confirmed_pending: pending, pending_again: 0 },
    ...{
      staged: rows - unread,
      handled: rows - unread,
      opt_outs: optOuts.length,
      leaving: 0,
      kept_out: optOuts.length,
      left: 0,
    },
    ...{ removed: 0, unsubscribed: 0, kept: 0, taken_back: 0, ...byReason },
  };
}
