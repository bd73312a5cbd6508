/** Administrators' actions: check, start, discard, and undo an import, and change its permission emails. */
import type { ReaderImport } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import { headerHash } from '#server/platform/csv-records.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { warmUpSuggestion } from '#server/readers/list-health.ts';
import { runningWarmUp } from '#server/warm-up/days.ts';
import { HOUR_MS } from '#shared/durations.ts';
import {
  DISCARDABLE,
  ImportCounts,
  ImportHead,
  type ImportMapping,
  type ImportPatch,
  UNDO_HOURS,
} from '#shared/reader-imports.ts';
import { suggestCategory } from './columns.ts';
import { presentImport } from './presenter.ts';
import { generalCategories, lockImport } from './upload.ts';
import { PROCESS_IMPORT_JOB } from './work.ts';

type ImportDeps = Pick<Deps, 'db' | 'now' | 'queue'>;

/**
 * Starts the dry run with this mapping, and stores the mapping for files with the same header. The stored mapping lacks
 * the consent source and the categories of readers without a genre. It also lacks genres without a category, because
 * they could be any text from the file.
 */
export const checkImport = ({ db, now, queue }: ImportDeps, id: number, mapping: ImportMapping): Promise<void> =>
  db.$transaction(async (tx) => {
    const { status, head } = await lockImport(tx, id);
    if (status !== 'uploaded' && status !== 'checked')
      throw conflict(
        'This file can’t be checked now: it’s still uploading, it’s being checked, or its import has already started or was discarded. Reload the page to see its status.',
      );
    const { header } = ImportHead.parse(head);
    if (mapping.columns.length !== header.length)
      throw invalid({ columns: ['must have one entry per column of the file'] });
    await validateCategories(tx, mapping);
    await tx.readerImport.update({ where: { id }, data: { status: 'clearing', mapping, failure: null } });
    const genres = mapping.genres.filter(({ category_id }) => category_id !== null);
    const row = { mapping: { ...mapping, genres, consent_source: null, category_ids: [] }, updated_at: now() };
    const header_hash = headerHash(header);
    await tx.readerImportMapping.upsert({ where: { header_hash }, create: { header_hash, ...row }, update: row });
    await queue.send(tx, PROCESS_IMPORT_JOB, { id });
  });

async function validateCategories(tx: Tx, { category_ids, genres }: ImportMapping) {
  const known = new Set((await generalCategories(tx)).map((category) => category.id));
  const chosen = [...category_ids, ...genres.flatMap(({ category_id }) => category_id ?? [])];
  if (!chosen.every((category_id) => known.has(category_id)))
    throw invalid({ category_ids: ['includes an adult category, or one that no longer exists'] });
}

const BEFORE_ALL_RANKS = -(2 ** 31);

type Start = { id: number; user_id: number; daily_emails: number; mapping?: ImportMapping | undefined };

/**
 * Imports what the dry run found. Throws 409 if the file isn't checked yet, the import was already started, or the last
 * dry run had another mapping.
 */
export async function startImport(
  { db, now, queue, config }: ImportDeps & Pick<Deps, 'config'>,
  { id, user_id, daily_emails, mapping }: Start,
): Promise<void> {
  const asking = (await needsWarmUp({ db, now, config }, id)) ? 'waiting' : 'on';
  await db.$transaction(async (tx) => {
    const { count } = await tx.readerImport.updateMany({
      where: { id, status: 'checked', ...(mapping && { mapping: { equals: mapping } }) },
      data: {
        status: 'importing',
        row_cursor: 0,
        rank_cursor: BEFORE_ALL_RANKS,
        daily_emails,
        asking,
        started_at: now(),
      },
    });
    const current = await lockImport(tx, id);
    if (!count)
      throw conflict(
        current.status === 'checked'
          ? 'Someone else checked this file with other columns or categories. See what the new dry run found, and start the import again.'
          : 'This file hasn’t been checked yet, or was already imported. Reload the page to see its status.',
        { reader_import: await presentCurrent(tx, current, now()) },
      );
    const { file_name, digest, counts } = current;
    const { rows, confirm, confirm_pending, ask, opt_outs, leaving } = ImportCounts.parse(counts);
    const found = { rows, confirm, confirm_pending, ask, opt_outs, leaving };
    const after = { file_name, sha256: digest, ...found, daily_emails };
    await audit(tx, now(), { user_id, action: 'import', entity: 'reader_import', entity_id: id, after });
    await queue.send(tx, PROCESS_IMPORT_JOB, { id });
  });
}

async function presentCurrent(tx: Tx, row: ReaderImport, now: Date) {
  const categories = await generalCategories(tx);
  return presentImport(row, { canUndo: canUndo(row, now), suggest: (genre) => suggestCategory(genre, categories) });
}

/** True if permission emails should wait until an administrator has decided about a warm-up. */
async function needsWarmUp({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>, id: number): Promise<boolean> {
  const found = await db.readerImport.findUnique({ where: { id } });
  const { confirm, confirm_pending, ask } = ImportCounts.parse(found?.counts ?? {});
  if (!ask || (await runningWarmUp(db, config))) return false;
  return (await warmUpSuggestion({ db, now }, { added: confirm + confirm_pending + ask })) !== null;
}

/** Pauses or resumes the permission emails of an import, or changes their daily limit. */
export const updateImport = (
  { db, now }: Pick<ImportDeps, 'db' | 'now'>,
  { id, user_id, patch: { is_paused, daily_emails } }: { id: number; user_id: number; patch: ImportPatch },
): Promise<void> =>
  db.$transaction(async (tx) => {
    const before = await lockImport(tx, id);
    if (!['importing', 'done'].includes(before.status))
      throw conflict('This import has no permission emails to change. Reload the page to see its status.');
    const asking = is_paused === undefined ? before.asking : is_paused ? 'paused' : 'on';
    const after = { asking, daily_emails: daily_emails ?? before.daily_emails };
    await tx.readerImport.update({ where: { id }, data: { ...after, asking_at: now() } });
    await audit(tx, now(), {
      ...{ user_id, action: 'update', entity: 'reader_import', entity_id: id },
      before: { asking: before.asking, daily_emails: before.daily_emails },
      after,
    });
  });

/** Deletes the file of an import that hasn't begun. */
export const discardImport = (
  { db, now, queue }: ImportDeps,
  { id, user_id }: { id: number; user_id: number },
): Promise<void> =>
  db.$transaction(async (tx) => {
    const { status, file_name } = await lockImport(tx, id);
    if (!DISCARDABLE.includes(status))
      throw conflict(
        status === 'discarded'
          ? 'This file was already discarded.'
          : 'This import has already started, so it can’t be discarded. Reload the page to see whether you can undo it.',
      );
    await tx.readerImport.update({ where: { id }, data: { status: 'discarded' } });
    const after = { file_name };
    await audit(tx, now(), { user_id, action: 'discard', entity: 'reader_import', entity_id: id, after });
    await queue.send(tx, PROCESS_IMPORT_JOB, { id });
  });

const undoableSince = (now: Date) => new Date(now.getTime() - UNDO_HOURS * HOUR_MS);

export const canUndo = ({ status, finished_at }: Pick<ReaderImport, 'status' | 'finished_at'>, now: Date) =>
  status === 'importing' || (status === 'done' && finished_at !== null && finished_at > undoableSince(now));

/** Starts the undo of an import, even one that is still running. `undoNext` in work.ts does the work. */
export const undoImport = (
  { db, now, queue }: ImportDeps,
  { id, user_id }: { id: number; user_id: number },
): Promise<void> =>
  db.$transaction(async (tx) => {
    const { count } = await tx.readerImport.updateMany({
      where: { id, OR: [{ status: 'importing' }, { status: 'done', finished_at: { gt: undoableSince(now()) } }] },
      data: { status: 'undoing', row_cursor: 0 },
    });
    const { file_name, digest, status } = await lockImport(tx, id);
    if (!count && status === 'undone') throw conflict('This import was already undone.');
    if (!count && status === 'undoing') throw conflict('This import is already being undone.');
    if (!count && status !== 'done') throw conflict('This import hasn’t changed anything, so there’s nothing to undo.');
    if (!count) throw conflict(`An import can be undone for ${UNDO_HOURS} hours after it ends.`);
    const after = { file_name, sha256: digest };
    await audit(tx, now(), { user_id, action: 'undo_import', entity: 'reader_import', entity_id: id, after });
    await queue.send(tx, PROCESS_IMPORT_JOB, { id });
  });
