import type { ReaderImport as ImportRow } from '#prisma';
import { ImportCounts, type ImportHead, type ImportMapping, type ReaderImport } from '#shared/reader-imports.ts';
import type { GenreCounts } from './work.ts';

/** Facts that the row doesn't have. */
type Known = { canUndo: boolean; suggest: (genre: string) => number | null };

export function presentImport(row: ImportRow, { canUndo, suggest }: Known): ReaderImport {
  const { id, status, file_name, file_bytes, received, upload_digest, digest, daily_emails, asking, failure } = row;
  const head = row.head as ImportHead | null;
  const counts = ImportCounts.parse(row.counts);
  return {
    ...{ id, status, file_name, file_bytes, received, upload_digest, digest },
    head: head && { header: head.header, delimiter: head.delimiter, sample: head.sample, program: head.program },
    mapping: row.mapping as ImportMapping | null,
    genres: Object.values(row.genres as GenreCounts)
      .toSorted((a, b) => b.rows - a.rows || (a.genre < b.genre ? -1 : 1))
      .map(({ genre, rows }) => ({ genre, rows, suggested_category_id: suggest(genre) })),
    counts,
    progress: progressOf(row, counts),
    daily_emails,
    asking,
    failure,
    can_undo: canUndo,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** Fraction of the current step that is done, from 0 to 1. */
export function progressOf(row: ImportRow, counts: ImportCounts): number {
  const {
    confirmed,
    asked,
    confirmed_pending,
    kept_out,
    left,
    removed,
    unsubscribed,
    kept,
    pending_again,
    taken_back,
  } = counts;
  const fraction = (done: number, all: number) => (all ? Math.min(1, done / all) : 1);
  if (row.status === 'uploading') return fraction(row.received, row.file_bytes);
  if (row.status === 'checking') return fraction(row.file_cursor, row.file_bytes);
  if (row.status === 'importing') return fraction(counts.handled, counts.staged || counts.rows);
  if (row.status === 'undoing')
    return fraction(
      removed + unsubscribed + kept + pending_again + taken_back,
      confirmed + asked + confirmed_pending + kept_out + left,
    );
  return row.status === 'clearing' ? 0 : 1;
}
