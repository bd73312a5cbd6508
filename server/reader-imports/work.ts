/**
 * Work on imports, a batch per transaction. The resume mark (the position in the file, the last row, or the last
 * reader) is committed with its batch, so a process may die anywhere and the next one continues after it. See
 * docs/decisions/0145-import-readers-by-consent.md.
 */
import { createHash } from 'node:crypto';
import { Prisma, type ReaderImport } from '#prisma';
import { vancouverDaySql } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { processEach } from '#server/platform/process-each.ts';
import { CAN_LEAVE, CONFIRMED_BY_IMPORT, IMPORT_UNDONE, LEFT_ELSEWHERE } from '#server/readers/active.ts';
import { COUNTED_CLICK } from '#server/readers/list-health.ts';
import { LOG_OPT_OUT_JOB, optOutKey, optOutKeyOf } from '#server/readers/opt-out-log.ts';
import { countSignUp, uncountConfirmed } from '#server/readers/sign-up-counts.ts';
import { emailHash } from '#server/readers/suppression.ts';
import { comparableText } from '#shared/comparable-text.ts';
import { toIsoDate } from '#shared/dates.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import {
  IMPORT_PART_BYTES,
  ImportCounts,
  ImportHead,
  ImportMapping,
  type ImportUndoPlan,
  MAX_GENRES,
  ROW_PROBLEMS,
  type RowProblem,
  UNDO_HOURS,
  worstOf,
} from '#shared/reader-imports.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { MAX_PERMISSION_EMAILS } from './permission.ts';
import { createRowReader, type ImportRow } from './read-row.ts';
import { cutText, readRecords } from './records.ts';

/** Job that works on an import until an administrator has to act, or nothing is left to do. */
export const PROCESS_IMPORT_JOB = 'readers.import';

/** Rows per transaction. Tests reduce it. */
export const importBatch = { rows: 1_000, deletions: 5_000 };

const MAX_FAILURE = 500;

type WorkDeps = Pick<Deps, 'db' | 'now' | 'config' | 'queue'> & { mail: Pick<Deps['mail'], 'isClosed'> };
type Step = (deps: WorkDeps, tx: Tx, current: ReaderImport) => Promise<boolean>;

/** Job handler; repeating it continues where it stopped. */
export async function processImport(deps: WorkDeps, { id }: { id: number }) {
  const readPart = partReader();
  try {
    await hashFile(deps, id);
    while (!deps.mail.isClosed()) {
      if (await deps.db.$transaction((tx) => runStep(deps, tx, id, readPart))) return;
    }
  } catch (error) {
    const failure = cutText(String((error as Error)?.message ?? error), MAX_FAILURE);
    await deps.db.readerImport.updateMany({ where: { id }, data: { failure } });
    throw error;
  }
}

/** Stores the file's SHA-256 once, outside a transaction, because reading 300 MB takes seconds. */
async function hashFile({ db, mail }: WorkDeps, id: number) {
  const where = { id, status: 'clearing' as const, digest: null };
  if (!(await db.readerImport.count({ where }))) return;
  const hash = createHash('sha256');
  for (let number = 0; ; number += 1) {
    if (mail.isClosed()) return;
    const part = await db.readerImportPart.findUnique({ where: { import_id_number: { import_id: id, number } } });
    if (!part) break;
    hash.update(part.bytes);
  }
  // `where` excludes an import that was discarded during the loop, because some of its parts may be deleted already.
  await db.readerImport.updateMany({ where, data: { digest: hash.digest('hex') } });
}

const WORKING = ['clearing', 'checking', 'importing', 'undoing'] as const;
const ENDED = ['done', 'undone', 'discarded'] as const;

/**
 * Continues imports that a crash or an error interrupted, discards files that nobody imported in time, and deletes
 * expired undo records.
 */
export async function continueImports(deps: WorkDeps & Pick<Deps, 'log'>) {
  await deps.db.readerImport.updateMany({
    where: {
      status: { in: ['uploading', 'uploaded', 'clearing', 'checking', 'checked'] },
      created_at: { lt: new Date(deps.now().getTime() - RETENTION_DAYS.import_files * DAY_MS) },
    },
    data: { status: 'discarded' },
  });
  await deleteExpiredUndoRecords(deps);
  const pending = await deps.db.readerImport.findMany({
    where: {
      OR: [
        { status: { in: [...WORKING] } },
        { status: { in: [...ENDED] }, parts: { some: {} } },
        { status: { in: [...ENDED] }, rows: { some: {} } },
        // Imports that ended under an older version still have sample cells in `head`.
        { status: { in: [...ENDED] }, head: { path: ['sample'], not: [] } },
      ],
    },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  await processEach(
    pending,
    (one) => processImport(deps, one),
    (error, { id }) => deps.log.error({ err: error, import_id: id }, 'import of readers interrupted'),
  );
}

/** Deletes a batch of the records for taking back an import's opt-outs, once the import can't be undone anymore. */
const deleteExpiredUndoRecords = ({ db, now }: Pick<Deps, 'db' | 'now'>) => db.$executeRaw`
  delete from reader_import_opt_outs where ctid = any(array(
    select o.ctid from reader_import_opt_outs o join reader_imports i on i.id = o.import_id
    where i.status = 'done' and i.finished_at <= ${new Date(now().getTime() - UNDO_HOURS * HOUR_MS)}
    limit ${importBatch.deletions}))`;

type ReadPart = (tx: Tx, import_id: number, number: number) => Promise<Buffer>;

/** Creates a function that reads parts, and caches the two that contain the next records. */
function partReader(): ReadPart {
  const parts = new Map<number, Buffer>();
  return async (tx, import_id, number) => {
    const known = parts.get(number);
    if (known) return known;
    const part = await tx.readerImportPart.findUnique({ where: { import_id_number: { import_id, number } } });
    const bytes = Buffer.from(part?.bytes ?? []);
    for (const old of parts.keys()) if (old < number - 1) parts.delete(old);
    parts.set(number, bytes);
    return bytes;
  };
}

/** Returns true when this job has nothing left to do, or another process works on the import. */
async function runStep(deps: WorkDeps, tx: Tx, id: number, readPart: ReadPart): Promise<boolean> {
  const locked = await tx.$queryRaw<
    object[]
  >`select 1 from reader_imports where id = ${id} for no key update skip locked`;
  const current = locked.length ? await tx.readerImport.findUnique({ where: { id } }) : null;
  if (!current) return true;
  const steps: { [status in ReaderImport['status']]?: Step } = {
    clearing: clearNext,
    checking: (...step) => checkNext(...step, readPart),
    importing: importNext,
    undoing: undoNext,
    done: forgetNext,
    undone: forgetNext,
    discarded: forgetNext,
  };
  return (await steps[current.status]?.(deps, tx, current)) ?? true;
}

/** Deletes the results of an earlier check. */
const clearNext: Step = async (_, tx, { id, head, digest }) => {
  // This job passed `hashFile` before the check was requested. The check's own job will hash the file.
  if (!digest) return true;
  if (await deleteRows(tx, id)) return false;
  const problems = await tx.$executeRaw`
    delete from reader_import_problems where ctid = any(array(
      select ctid from reader_import_problems where import_id = ${id} limit ${importBatch.deletions}))`;
  if (problems) return false;
  const { bytes, lines } = head as { bytes: number; lines: number };
  const cursors = { file_cursor: bytes, line_cursor: lines, row_cursor: 0 };
  await tx.readerImport.update({ where: { id }, data: { ...cursors, status: 'checking', counts: {}, genres: {} } });
  return false;
};

/** Deletes by `ctid`. With statistics older than the rows, Postgres would join by comparing every pair of rows. */
const deleteRows = (tx: Tx, id: number) => tx.$executeRaw`
  delete from reader_import_rows where ctid = any(array(
    select ctid from reader_import_rows where import_id = ${id} limit ${importBatch.deletions}))`;

/**
 * Once an import has ended, deletes its file, its rows, and the cells stored for display. Any of them may contain an
 * address.
 */
const forgetNext: Step = async (_, tx, { id }) => {
  if (await deleteRows(tx, id)) return false;
  const parts = await tx.$executeRaw`
    delete from reader_import_parts where import_id = ${id} and number in (
      select number from reader_import_parts where import_id = ${id} limit 20)`;
  // In the same transaction as the parts, so that no cells outlast the file.
  await tx.$executeRaw`
    update reader_imports set genres = '{}', head = jsonb_set(head, '{sample}', '[]'),
      mapping = jsonb_set(mapping, '{genres}', '[]'), failure = null
    where id = ${id}`;
  return parts === 0;
};

/** Reads the next records, and stores what would happen to each. */
async function checkNext(deps: WorkDeps, tx: Tx, current: ReaderImport, readPart: ReadPart): Promise<boolean> {
  const { id, file_bytes, file_cursor, line_cursor } = current;
  if (file_cursor >= file_bytes) {
    await tx.readerImport.update({ where: { id }, data: { status: 'checked', failure: null } });
    return true;
  }
  const number = Math.floor(file_cursor / IMPORT_PART_BYTES);
  const first = await readPart(tx, id, number);
  const window = Buffer.concat([
    first.subarray(file_cursor - number * IMPORT_PART_BYTES),
    await readPart(tx, id, number + 1),
  ]);
  const { delimiter } = ImportHead.parse(current.head);
  const isLast = file_cursor + window.length >= file_bytes;
  const read = readRecords(window, { delimiter, isLast, max: importBatch.rows, line: line_cursor + 1 });
  const rowOf = createRowReader(ImportMapping.parse(current.mapping), toIsoDate(deps.now()));
  const rows = read.records.map(rowOf);
  const judged = await stageRows(deps, tx, id, rows);
  const problems = judged.flatMap(({ line, problem }) => (problem ? [{ import_id: id, line, reason: problem }] : []));
  await tx.readerImportProblem.createMany({ data: problems, skipDuplicates: true });
  const vetoed = await vetoRows(tx, id, rows);
  await tx.readerImport.update({
    where: { id },
    data: {
      file_cursor: file_cursor + read.bytes,
      line_cursor: line_cursor + read.lines,
      counts: withVetoed(withJudged(ImportCounts.parse(current.counts), judged), vetoed),
      genres: withGenres(current.genres as GenreCounts, rows),
      failure: null,
    },
    select: { id: true },
  });
  return false;
}

type Judged = {
  line: number;
  outcome: 'confirm' | 'confirm_pending' | 'ask' | 'existing' | 'refused';
  problem: RowProblem | null;
  isStaged: boolean;
  isOptOut?: boolean;
  leaves?: boolean;
};
type Found = 'erased' | 'complained' | 'bounced' | 'unsubscribed' | 'import_undone' | 'existing' | null;
/**
 * The database's answer about a row. `leaves` is true if importing it would unsubscribe a reader, and `proves` if it
 * would confirm a pending one. `is_first` is true unless an earlier line of the address is staged. It's also true for a
 * row that isn't staged because it lacks a category.
 */
type Answer = {
  found: Found;
  leaves: boolean;
  proves: boolean;
  is_first: boolean;
  is_staged: boolean;
  is_opt_out: boolean;
};

const hasLeft = (problem: RowProblem | null) => problem === 'opted_out' || problem === 'not_subscribed';

/**
 * SQL condition on reader r with their import t: leaving another list on the day `left_on` unsubscribes them here.
 * Consent from an import ends unless it's dated after that day; an unknown date on either side ends it, too. A reader's
 * own confirmation ends only if it's older than that day. See docs/decisions/0166-import-opt-outs.md.
 */
const leavesSql = (left_on: Prisma.Sql) => Prisma.sql`(
  r.status = any(${CAN_LEAVE}::"ReaderStatus"[]) and case
    when t.reader_id is not null and r.sign_up_source = 'import' and (r.confirmed_at is null or ${CONFIRMED_BY_IMPORT})
      then coalesce(t.consented_on <= ${left_on}, true)
    else ${Prisma.raw(vancouverDaySql('r.confirmed_at'))} < ${left_on} end)`;

/**
 * SQL condition on reader r with their import t: pending since that import. Nobody has confirmed, left, or signed up
 * with the address, so provable consent in another file may confirm it. See
 * docs/decisions/0171-confirm-pending-readers-by-a-later-import.md.
 */
const IS_PENDING = Prisma.sql`(
  t.reader_id is not null and r.sign_up_source = 'import' and r.status = 'pending' and r.confirmed_at is null)`;

/** Stores the first row of each address, judged by the reader or suppression that the database has for it. */
async function stageRows(deps: WorkDeps, tx: Tx, id: number, rows: readonly ImportRow[]): Promise<Judged[]> {
  const input = rows
    .filter(({ email }) => email)
    .map(({ line, email, consented_on, consent_source, left_on, rank, category_ids, problem }) => ({
      ...{ line, email, consented_on, consent_source, left_on, rank, category_ids, has_left: hasLeft(problem) },
      opted_out: problem === 'opted_out',
      no_category: problem === 'no_category',
      hash: Buffer.from(emailHash(deps, email!)).toString('hex'),
    }));
  const staged = await tx.$queryRaw<({ line: number } & Answer)[]>`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(input)}::jsonb)
        as r(line int, email text, hash text, consented_on date, consent_source text, left_on date, rank int, category_ids int[],
          has_left boolean, opted_out boolean, no_category boolean)
    ), judged as (
      select i.*, decode(i.hash, 'hex') as email_hash, case
        when r.status = 'unsubscribed' and r.unsubscribe_reason = ${IMPORT_UNDONE} then 'import_undone'
        when r.status in ('complained', 'bounced', 'unsubscribed') then r.status::text
        when r.id is not null then 'existing'
        when s.reason in ('erased', 'unsubscribed', 'unanswered') then 'erased'
        when s.reason = 'complained' then 'complained'
        when s.reason is not null then 'bounced' end as found,
        coalesce(opted_out and ${leavesSql(Prisma.sql`i.left_on`)}, false) as leaves,
        coalesce(i.consented_on is not null and i.consent_source is not null and ${IS_PENDING} and s.reason is null, false) as proves,
        -- Not staged, because a later line of the same address may have a known genre.
        no_category and r.id is null and s.reason is null as lacks_category
      from input i
        left join suppressions s on s.email_hash = decode(i.hash, 'hex')
        left join readers r on r.email = i.email::citext
        left join imported_readers t on t.reader_id = r.id
    ), inserted as (
      insert into reader_import_rows
        (import_id, line, email, email_hash, consented_on, consent_source, left_on, rank, category_ids, outcome)
      select ${id}, line, email, email_hash, consented_on, consent_source, left_on, rank, category_ids, (case
        when opted_out and (found is null or leaves) then 'opt_out'
        when has_left then 'refused'
        when proves then 'confirm_pending'
        when found = 'existing' then 'existing'
        when found is not null then 'refused'
        when consented_on is not null and consent_source is not null then 'confirm'
        else 'ask' end)::"ReaderImportOutcome"
      from judged where not lacks_category order by line
      on conflict do nothing
      returning line, outcome
    )
    select judged.line, found, leaves, proves, lacks_category or inserted.line is not null as is_first,
      inserted.line is not null as is_staged, coalesce(outcome = 'opt_out', false) as is_opt_out
    from judged left join inserted using (line)`;
  const answers = new Map(staged.map(({ line, ...answer }) => [line, answer]));
  return rows.map((row): Judged => judge(row, answers.get(row.line) ?? UNKNOWN));
}

type Vetoed = {
  former: 'confirm' | 'confirm_pending' | 'ask' | 'existing' | 'refused';
  former_reason: RowProblem | null;
  reason: 'opted_out' | 'not_subscribed';
  is_opt_out: boolean;
  leaves: boolean;
};

/**
 * Refuses staged rows of addresses that, according to one of these rows, have left. Rows with the outcome `existing`
 * stay, unless the import would unsubscribe their readers.
 */
function vetoRows(tx: Tx, id: number, rows: readonly ImportRow[]): Promise<Vetoed[]> {
  const left = rows
    .filter(({ email, problem }) => email && hasLeft(problem))
    .map(({ email, left_on, problem }) => ({ email, left_on, reason: problem }));
  return tx.$queryRaw<Vetoed[]>`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as l(email text, left_on date, reason text)
    ), judged as (
      select distinct on (row.line) row.line, row.outcome as former, p.reason as former_reason, i.reason, i.left_on,
        coalesce(i.reason = 'opted_out' and ${leavesSql(Prisma.sql`i.left_on`)}, false) as leaves,
        i.reason = 'opted_out' and r.id is null
          and not exists (select from suppressions s where s.email_hash = row.email_hash) as is_unknown
      from input i join reader_import_rows row on row.import_id = ${id} and row.email = i.email
        left join reader_import_problems p on p.import_id = row.import_id and p.line = row.line
        left join readers r on r.email = i.email::citext
        left join imported_readers t on t.reader_id = r.id
      order by row.line, i.reason desc, leaves desc, i.left_on desc nulls last
    ), vetoed as materialized (
      select *, is_unknown or leaves as is_opt_out from judged
      where former in ('confirm', 'confirm_pending', 'ask') or (is_unknown or leaves) and former <> 'opt_out'
    ), refused as (
      update reader_import_rows row set left_on = vetoed.left_on,
        outcome = (case when is_opt_out then 'opt_out' else 'refused' end)::"ReaderImportOutcome"
      from vetoed where row.import_id = ${id} and row.line = vetoed.line
    ), noted as (
      insert into reader_import_problems (import_id, line, reason) select ${id}, line, reason from vetoed
      on conflict (import_id, line) do update set reason = excluded.reason
    )
    select former::text, former_reason, reason, is_opt_out, leaves from vetoed`;
}

function withVetoed(counts: ImportCounts, vetoed: readonly Vetoed[]): ImportCounts {
  const problems = { ...counts.problems };
  const sum = { ...counts, problems };
  for (const { former, former_reason, reason, is_opt_out, leaves } of vetoed) {
    sum[former] -= 1;
    sum.refused += 1;
    sum.opt_outs += Number(is_opt_out);
    sum.leaving += Number(leaves);
    if (former_reason) problems[former_reason] = (problems[former_reason] ?? 1) - 1;
    problems[reason] = (problems[reason] ?? 0) + 1;
  }
  return sum;
}

/** The answer for a row without an address. */
const UNKNOWN: Answer = {
  ...{ found: null, leaves: false, proves: false },
  ...{ is_first: true, is_staged: false, is_opt_out: false },
};

function judge(row: ImportRow, { found, leaves, proves, is_first, is_staged, is_opt_out }: Answer): Judged {
  const about = { line: row.line, isStaged: is_staged };
  if (!hasLeft(row.problem) && found === 'existing' && is_first)
    return { ...about, outcome: proves ? 'confirm_pending' : 'existing', problem: null };
  const problem = worstOf([
    ...(row.problem ? [row.problem] : []),
    ...(is_first || hasLeft(row.problem) ? [] : ['duplicate' as const]),
    ...(found && found !== 'existing' ? [found] : []),
  ]);
  const effect = problem && ROW_PROBLEMS[problem].effect;
  const outcome = effect === 'refused' ? 'refused' : effect === 'ask' ? 'ask' : 'confirm';
  return { ...about, outcome, problem, isOptOut: is_opt_out, leaves: leaves && is_opt_out };
}

function withJudged(counts: ImportCounts, judged: readonly Judged[]): ImportCounts {
  const sum = { ...counts, rows: counts.rows + judged.length, problems: { ...counts.problems } };
  for (const { outcome, problem, isStaged, isOptOut, leaves } of judged) {
    sum[outcome] += 1;
    sum.staged += Number(isStaged);
    sum.opt_outs += Number(isOptOut ?? false);
    sum.leaving += Number(leaves ?? false);
    if (problem) sum.problems[problem] = (sum.problems[problem] ?? 0) + 1;
  }
  return sum;
}

export type GenreCounts = Record<string, { genre: string; rows: number }>;

/** Counts the rows of up to `MAX_GENRES` genres, by their comparable text, and stores each one's first spelling. */
function withGenres(counts: GenreCounts, rows: readonly ImportRow[]): GenreCounts {
  const sum = new Map(Object.entries(counts));
  for (const genre of rows.flatMap(({ genres }) => genres)) {
    const known = sum.get(comparableText(genre));
    if (known) known.rows += 1;
    else if (sum.size < MAX_GENRES) sum.set(comparableText(genre), { genre, rows: 1 });
  }
  return Object.fromEntries(sum);
}

type Created = {
  rows: number;
  last_rank: number;
  last_line: number;
  /** Rows that need a reader. */
  to_create: number;
  /** The part of `to_create` that the check counted as existing readers. */
  former_readers: number;
  /** Readers who were pending at the check, except those to create again. */
  pending: number;
  suppressed: number;
  confirmed: number;
  asked: number;
};

/** SQL condition on rows of an import: those after a row, up to another. */
const between = (
  from: Mark,
  to: Mark,
) => Prisma.sql`import_id = ${from.id} and (rank, line) > (${from.rank}, ${from.line})
  and (rank, line) <= (${to.rank}, ${to.line})`;
type Mark = { id: number; rank: number; line: number };

/**
 * Creates the readers of the next rows, the most engaged first, because newsletters, warm-ups, and permission emails go
 * in the order of readers' ids. Addresses that were suppressed or signed up after the check are left out. Those who
 * were readers at the check, but were removed since (by an undo, for example), are created like new ones. Readers with
 * provable consent are confirmed, including those pending since an earlier import. The others get only permission
 * emails.
 */
const importNext: Step = async (deps, tx, { id, row_cursor, rank_cursor, counts: before }) => {
  const { now } = deps;
  const from = { id, rank: rank_cursor, line: row_cursor };
  const [batch] = await tx.$queryRaw<[Created]>`
    with batch as materialized (
      select * from reader_import_rows where import_id = ${id} and (rank, line) > (${from.rank}, ${from.line})
      order by rank, line limit ${importBatch.rows}
    ), to_create as materialized (
      select line, rank, email, consented_on, consent_source, category_ids, outcome = 'existing' as was_reader,
        case when outcome in ('confirm', 'ask') then outcome
          when consented_on is not null and consent_source is not null then 'confirm' else 'ask' end as outcome,
        exists (select from suppressions s where s.email_hash = batch.email_hash) as is_suppressed
      from batch
      where outcome in ('confirm', 'ask')
        or outcome in ('existing', 'confirm_pending') and category_ids <> '{}' and not exists (select from readers r where r.email = batch.email::citext)
    ), created as (
      insert into readers (email, status, confirmed_at, sign_up_source, created_at, updated_at)
      select email::citext, (case outcome when 'confirm' then 'active' else 'pending' end)::"ReaderStatus",
        case outcome when 'confirm' then ${now()}::timestamptz end, 'import', ${now()}, ${now()}
      from to_create
      where not is_suppressed
      order by rank, line
      on conflict do nothing
      returning id, email::text as email, status
    ), traced as (
      insert into imported_readers (reader_id, import_id, consented_on, consent_source, ask_at)
      select created.id, ${id}, consented_on, consent_source, case outcome when 'ask' then ${now()}::timestamptz end
      from created join to_create using (email)
    ), categorized as (
      insert into reader_categories (reader_id, category_id)
      select created.id, c.id from created join to_create using (email) join categories c on c.id = any(category_ids)
    )
    select (select count(*)::int from batch) as rows, (select max(rank) from batch) as last_rank,
      (select line from batch order by rank desc, line desc limit 1) as last_line,
      (select count(*)::int from to_create) as to_create,
      (select count(*)::int from to_create where was_reader) as former_readers,
      (select count(*)::int from batch where outcome = 'confirm_pending' and line not in (select line from to_create)) as pending,
      (select count(*)::int from to_create where is_suppressed) as suppressed,
      (select count(*)::int from created where status = 'active') as confirmed,
      (select count(*)::int from created where status = 'pending') as asked`;
  const { rows, to_create, former_readers, pending, suppressed, confirmed, asked } = batch;
  const to = { id, rank: batch.last_rank, line: batch.last_line };
  if (!rows) {
    await tx.readerImport.update({ where: { id }, data: { status: 'done', finished_at: now(), failure: null } });
    return false;
  }
  // A second statement sees suppressions that were committed while the first one waited for an erasure.
  const [removed] = await tx.$queryRaw<[Pick<Created, 'confirmed' | 'asked'>]>`
    with suppressed as materialized (
      select email from reader_import_rows i
      where ${between(from, to)} and exists (select from suppressions s where s.email_hash = i.email_hash)
    ), removed as (
      -- "+ 0" keeps Postgres from beginning with the import's readers: its statistics know only those of earlier imports.
      delete from readers r using suppressed i, imported_readers t
      where r.email = i.email::citext and t.reader_id = r.id and t.import_id + 0 = ${id}
      returning r.status
    )
    select (count(*) filter (where status = 'active'))::int as confirmed,
      (count(*) filter (where status = 'pending'))::int as asked from removed`;
  const proven = await confirmPending(deps, tx, from, to);
  const counts = ImportCounts.parse(before);
  counts.handled += rows;
  counts.confirmed_pending += proven;
  counts.confirmed += confirmed - removed.confirmed;
  counts.asked += asked - removed.asked;
  // Adds those who became readers after the check, and those who were pending and aren't confirmed. Subtracts those who
  // were readers at the check, but were removed since.
  counts.existing += to_create - former_readers - suppressed - confirmed - asked + pending - proven;
  counts.refused += suppressed + removed.confirmed + removed.asked;
  await countSignUp(deps, tx, { source: 'import', step: 'confirmed', number: confirmed - removed.confirmed + proven });
  const optOuts = await recordOptOuts(deps, tx, from, to);
  counts.kept_out += optOuts.kept_out;
  counts.left += optOuts.left;
  await tx.readerImport.update({
    where: { id },
    data: { rank_cursor: to.rank, row_cursor: to.line, counts, failure: null },
    select: { id: true },
  });
  return false;
};

/**
 * Uses the consent in these rows to confirm readers who have been pending since an earlier import, and withdraws their
 * queued permission emails. Stores the previous values for an undo. Returns how many were confirmed. `updated_at`
 * stays, because it isn't the reader's own change. Rows are locked in the same order as in `askForPermission`.
 */
async function confirmPending({ now }: WorkDeps, tx: Tx, from: Mark, to: Mark): Promise<number> {
  const [{ proven }] = await tx.$queryRaw<[{ proven: number }]>`
    with proofs as materialized (
      select * from reader_import_rows row
      where ${between(from, to)} and outcome in ('confirm', 'confirm_pending')
        and not exists (select from suppressions s where s.email_hash = row.email_hash)
    ), proven as materialized (
      -- Lateral, so that Postgres looks each address up instead of reading all pending readers.
      select r.id, b.consented_on, b.consent_source from proofs b cross join lateral (
        select r.id from readers r join imported_readers t on t.reader_id = r.id
        where r.email = b.email::citext and ${IS_PENDING} limit 1) r
    ), pending as materialized (
      select r.id from readers r join imported_readers t on t.reader_id = r.id
      where r.id = any(array(select id from proven)) and ${IS_PENDING}
      order by r.id for update of t, r
    ), confirmed as (
      update readers set status = 'active', confirmed_at = ${now()} where id in (select id from pending)
    ), withdrawn as (
      delete from mails where template = 'reader_permission' and state = 'queued' and reader_id in (select id from pending)
      returning reader_id, attempts
    ), unsent as (
      select reader_id from withdrawn where attempts = 0
    ), noted as (
      update imported_readers t set consented_on = p.consented_on, consent_source = p.consent_source, ask_at = null,
        confirmed_at = ${now()}, confirmed_by = ${from.id},
        former_consented_on = t.consented_on, former_consent_source = t.consent_source,
        former_ask_at = case when t.reader_id in (table unsent) then ${now()} else t.ask_at end,
        permission_emails = t.permission_emails - (t.reader_id in (table unsent))::int
      from pending join proven p using (id) where t.reader_id = p.id
    )
    select count(*)::int as proven from pending`;
  return proven;
}

/**
 * Unsubscribes readers who left another list, and suppresses the addresses of those who aren't readers here. Both are
 * logged like other opt-outs. `updated_at` stays, because it isn't the reader's own change. If an earlier import
 * recorded the same opt-out, undoing either import no longer lifts it.
 */
async function recordOptOuts(deps: WorkDeps, tx: Tx, from: Mark, to: Mark) {
  const { id } = from;
  const at = deps.now();
  const [recorded] = await tx.$queryRaw<[{ emails: string[]; kept_out: number; left: number }]>`
    with batch as materialized (
      select email, email_hash, left_on from reader_import_rows where ${between(from, to)} and outcome = 'opt_out'
    ), leaving as materialized (
      select r.id, r.status, b.email, b.email_hash
      from batch b join readers r on r.email = b.email::citext left join imported_readers t on t.reader_id = r.id
      where ${leavesSql(Prisma.sql`b.left_on`)}
      order by r.id for update of r
    ), stopped as (
      update readers set status = 'unsubscribed', unsubscribed_at = ${at}, unsubscribe_reason = ${LEFT_ELSEWHERE}
      where id in (select id from leaving)
    ), suppressed as (
      insert into suppressions (email_hash, reason, at)
      select email_hash, 'unsubscribed', ${at} from batch b
      where not exists (select from readers r where r.email = b.email::citext)
      order by email_hash
      on conflict do nothing
      returning email_hash
    ), recorded as (
      insert into reader_import_opt_outs (email_hash, import_id, reader_id, former_status, at)
      select email_hash, ${id}::int, id, status, ${at}::timestamptz from leaving
      union all
      select email_hash, ${id}::int, null, null, ${at}::timestamptz from suppressed
      on conflict (email_hash) do update set (import_id, reader_id, former_status, at) =
        (excluded.import_id, excluded.reader_id, excluded.former_status, excluded.at)
    ), repeated as (
      delete from reader_import_opt_outs o where o.import_id <> ${id} and o.email_hash in (
        select email_hash from reader_import_rows row
        where ${between(from, to)} and outcome = 'refused' and exists (
          select from reader_import_problems p where p.import_id = row.import_id and p.line = row.line and p.reason = 'opted_out'))
    )
    select array(select email from leaving union all select email from batch join suppressed using (email_hash)) as emails,
      (select count(*)::int from suppressed) as kept_out, (select count(*)::int from leaving) as left`;
  const key = recorded.emails.map((email) => optOutKey(deps, { kind: 'unsubscribed', email, at }));
  if (key.length) await deps.queue.send(tx, LOG_OPT_OUT_JOB, { key });
  return recorded;
}

type Undone = {
  last: number | null;
  readers: number;
  removed: string[];
  unsubscribed: string[];
  /** Numbers of readers whom the import confirmed, by the time of their confirmation. */
  confirmed: { at: string; number: number }[];
};

/** SQL condition on reader r: active or pending, and they haven't done anything since their import. */
const UNTOUCHED = Prisma.sql`
  r.status in ('active', 'pending') and r.updated_at = r.created_at
    and not exists (select from reader_list_items where reader_id = r.id)
    and not exists (select from click_logs where reader_id = r.id and ${COUNTED_CLICK})`;

/** SQL condition on reader r: an email has gone out to them, or is about to. */
const IS_EMAILED = Prisma.sql`(
  exists (select from deliveries where reader_id = r.id and state <> 'suppressed')
    or exists (select from mails where reader_id = r.id and (state <> 'queued' or attempts > 0)))`;

/** SQL condition on reader r with their import t: untouched since the consent in this import confirmed them. */
const isProvenSql = (id: number) => Prisma.sql`(
  t.confirmed_by = ${id} and r.status = 'active' and r.confirmed_at = t.confirmed_at and ${UNTOUCHED})`;

/** SQL condition on an import that hasn't been undone, so that its readers can become pending again. */
const HAS_READERS = Prisma.sql`status in ('importing', 'done')`;

/** Counts the readers whom undoing the import would remove, unsubscribe (if already emailed), or make pending again. */
export async function planUndo({ db }: Pick<Deps, 'db'>, id: number): Promise<ImportUndoPlan> {
  const [plan] = await db.$queryRaw<[ImportUndoPlan]>`
    select (count(*) filter (where is_emailed and not is_proven))::int as unsubscribed,
      (count(*) filter (where not is_emailed and not is_proven))::int as removed,
      (count(*) filter (where is_proven))::int as pending_again
    from (
      select ${IS_EMAILED} as is_emailed, false as is_proven from imported_readers t join readers r on r.id = t.reader_id
      where t.import_id = ${id} and t.confirmed_by is null and ${UNTOUCHED}
      union all
      select ${IS_EMAILED}, exists (select from reader_imports where id = t.import_id and ${HAS_READERS})
      from imported_readers t join readers r on r.id = t.reader_id where ${isProvenSql(id)}
    ) stopped`;
  return plan;
}

/**
 * Takes back the opt-outs and confirmations that the import recorded, then removes readers who haven't done anything
 * since they were imported. A link scanner's click isn't theirs. Readers already emailed stay as unsubscribed, so that
 * later opt-outs and complaints still match a reader. The opt-out log gets an entry for each removed or unsubscribed
 * reader, so that a restored backup doesn't bring them back. Readers who have done something, or whom another import
 * has confirmed, stay unchanged.
 */
const undoNext: Step = async (deps, tx, { id, row_cursor, counts: before }) => {
  const at = deps.now();
  const taken_back = await revertOptOuts(deps, tx, id);
  const { handled, pending_again, kept } = taken_back ? NONE_REVERTED : await revertConfirmations(tx, id);
  if (taken_back || handled) {
    const counts = ImportCounts.parse(before);
    counts.taken_back += taken_back;
    counts.pending_again += pending_again;
    counts.kept += kept;
    await tx.readerImport.update({ where: { id }, data: { counts, failure: null }, select: { id: true } });
    return false;
  }
  const [batch] = await tx.$queryRaw<[Undone]>`
    with batch as materialized (
      select reader_id from imported_readers
      where import_id = ${id} and reader_id > ${row_cursor} order by reader_id limit ${importBatch.rows}
    ), untouched as materialized (
      select r.id, r.confirmed_at, ${IS_EMAILED} as is_emailed
      from readers r join imported_readers t on t.reader_id = r.id
      where r.id in (select reader_id from batch) and t.confirmed_by is null and ${UNTOUCHED}
      for update of t, r
    ), removed as (
      delete from readers where id in (select id from untouched where not is_emailed) returning email
    ), unsubscribed as (
      update readers set status = 'unsubscribed', unsubscribed_at = ${at}, unsubscribe_reason = ${IMPORT_UNDONE},
        updated_at = ${at}
      where id in (select id from untouched where is_emailed)
      returning email
    ), withdrawn as (
      delete from mails where state = 'queued' and reader_id in (select id from untouched where is_emailed)
    ), final as (
      -- Otherwise the undo of another import that unsubscribed one of these readers would bring them back.
      delete from reader_import_opt_outs where reader_id in (select reader_id from batch)
    )
    select (select max(reader_id) from batch) as last, (select count(*)::int from batch) as readers,
      array(select email::text from removed) as removed,
      array(select email::text from unsubscribed) as unsubscribed,
      (select coalesce(jsonb_agg(c), '[]') from (
        select confirmed_at as at, count(*) as number from untouched where confirmed_at is not null group by 1
      ) c) as confirmed`;
  const { last, readers, removed, unsubscribed, confirmed } = batch;
  if (last === null) {
    await tx.readerImport.update({ where: { id }, data: { status: 'undone', undone_at: at, failure: null } });
    return false;
  }
  const key = [
    ...removed.map((email) => optOutKey(deps, { kind: 'removed', email, at })),
    ...unsubscribed.map((email) => optOutKey(deps, { kind: 'unsubscribed', email, at })),
  ];
  if (key.length) await deps.queue.send(tx, LOG_OPT_OUT_JOB, { key });
  for (const { at: confirmed_at, number } of confirmed)
    await uncountConfirmed(tx, { source: 'import', at: new Date(confirmed_at), number });
  const counts = ImportCounts.parse(before);
  counts.removed += removed.length;
  counts.unsubscribed += unsubscribed.length;
  counts.kept += readers - removed.length - unsubscribed.length;
  await tx.readerImport.update({
    where: { id },
    data: { row_cursor: last, counts, failure: null },
    select: { id: true },
  });
  return false;
};

/**
 * Takes back opt-outs that the import recorded, unless someone has changed them since. Pending readers are due again
 * for the permission email that they missed. Returns the number handled. Rows are locked in the same order as in
 * `askForPermission`.
 */
async function revertOptOuts(deps: WorkDeps, tx: Tx, id: number): Promise<number> {
  await tx.$queryRaw`
    select reader_id from imported_readers where reader_id in (
      select reader_id from reader_import_opt_outs where import_id = ${id} order by email_hash limit ${importBatch.rows})
    order by reader_id for update`;
  const [batch] = await tx.$queryRaw<[{ handled: number; hashes: string[] }]>`
    with batch as materialized (
      select * from reader_import_opt_outs where import_id = ${id} order by email_hash limit ${importBatch.rows} for update
    ), restored as (
      update readers r set status = b.former_status, unsubscribed_at = null, unsubscribe_reason = null
      from batch b
      where r.id = b.reader_id and r.status = 'unsubscribed' and r.unsubscribe_reason = ${LEFT_ELSEWHERE}
      returning b.email_hash, r.id, r.status, r.confirm_sent_at
    ), due as (
      update imported_readers t set ask_at = case
        when t.permission_emails = 0 then ${deps.now()}
        else r.confirm_sent_at + ${RETENTION_DAYS.confirmation_link} * interval '1 day' end
      from restored r
      where t.reader_id = r.id and r.status = 'pending' and t.ask_at is null
        and t.permission_emails < ${MAX_PERMISSION_EMAILS}
    ), lifted as (
      delete from suppressions s using batch b
      where b.reader_id is null and s.email_hash = b.email_hash and s.reason = 'unsubscribed' and s.at = b.at
      returning s.email_hash
    ), forgotten as (
      delete from reader_import_opt_outs where email_hash in (select email_hash from batch)
    )
    select (select count(*)::int from batch) as handled,
      array(select encode(email_hash, 'hex') from (select email_hash from restored union all table lifted) one) as hashes`;
  const key = batch.hashes.map((hash) => optOutKeyOf({ kind: 'confirmed', hash, at: deps.now() }));
  if (key.length) await deps.queue.send(tx, LOG_OPT_OUT_JOB, { key });
  return batch.handled;
}

const NONE_REVERTED = { handled: 0, pending_again: 0, kept: 0 };

/**
 * Makes readers whom the import confirmed pending again, so that the import that created them continues its permission
 * emails. If that import was undone, too, the next steps handle them as readers of this one. Readers who have done
 * something since stay unchanged. The lock on the imports that created them prevents a simultaneous undo.
 */
async function revertConfirmations(tx: Tx, id: number) {
  const [batch] = await tx.$queryRaw<[typeof NONE_REVERTED & { confirmed: { at: string; number: number }[] }]>`
    with batch as materialized (
      select * from imported_readers where confirmed_by = ${id} order by reader_id limit ${importBatch.rows}
    ), origins as materialized (
      select id, ${HAS_READERS} as has_readers from reader_imports
      where id in (select import_id from batch) order by id for share
    ), proven as materialized (
      select r.id, t.confirmed_at, o.has_readers
      from readers r join imported_readers t on t.reader_id = r.id join origins o on o.id = t.import_id
      where r.id in (select reader_id from batch) and ${isProvenSql(id)}
      order by r.id for update of t, r
    ), again as (
      update readers set status = 'pending', confirmed_at = null
      where id in (select id from proven where has_readers)
    ), noted as (
      update imported_readers t set confirmed_by = null,
        import_id = case when p.has_readers or p.id is null then t.import_id else ${id} end,
        consented_on = case when p.has_readers then t.former_consented_on else t.consented_on end,
        consent_source = case when p.has_readers then t.former_consent_source else t.consent_source end,
        ask_at = case when p.has_readers then t.former_ask_at end,
        confirmed_at = case when p.has_readers then null else t.confirmed_at end
      from batch b left join proven p on p.id = b.reader_id
      where t.reader_id = b.reader_id
    ), final as (
      -- Otherwise the undo of another import that unsubscribed one of these readers would bring them back.
      delete from reader_import_opt_outs where reader_id in (select reader_id from batch)
    )
    select (select count(*)::int from batch) as handled,
      (select count(*)::int from proven where has_readers) as pending_again,
      ((select count(*) from batch) - (select count(*) from proven))::int as kept,
      (select coalesce(jsonb_agg(c), '[]') from (
        select confirmed_at as at, count(*) as number from proven where has_readers group by 1) c) as confirmed`;
  for (const { at, number } of batch.confirmed)
    await uncountConfirmed(tx, { source: 'import', at: new Date(at), number });
  return batch;
}
