/** The file of an import: stored in parts, and its columns recognized. */
import type { Prisma, ReaderImport } from '#prisma';
import { areDayFirst, createCsvReader, delimiterOf, headerHash } from '#server/platform/csv-records.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, conflict, invalid, notFound } from '#server/platform/errors.ts';
import {
  extendDigest,
  IMPORT_PART_BYTES,
  type ImportHead,
  type ImportMapping,
  MAX_IMPORT_COLUMNS,
  STATUS_FIELDS,
} from '#shared/reader-imports.ts';
import { recognizeColumns, recognizeProgram } from './columns.ts';
import { cutText, decodeCell, MAX_RECORD_BYTES, readRecords } from './records.ts';

export const createImport = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { user_id, file_name, file_bytes }: { user_id: number; file_name: string; file_bytes: number },
): Promise<ReaderImport> => db.readerImport.create({ data: { user_id, file_name, file_bytes, created_at: now() } });

/**
 * Stores the part at an offset. A part that is already stored changes nothing, so a request can be repeated. The last
 * part completes the file.
 */
export async function storePart(deps: Pick<Deps, 'db'>, part: Part): Promise<ReaderImport> {
  try {
    return await deps.db.$transaction((tx) => storeNext(tx, part));
  } catch (error) {
    // Discard a refused file so that it is deleted soon. An unfinished upload is stored longer, since it may continue.
    if (error instanceof AppError && error.status === 422)
      await deps.db.readerImport.updateMany({
        where: { id: part.id, status: 'uploading' },
        data: { status: 'discarded' },
      });
    throw error;
  }
}

type Part = { id: number; offset: number; bytes: Buffer };

async function storeNext(tx: Tx, { id, offset, bytes }: Part): Promise<ReaderImport> {
  const current = await lockImport(tx, id);
  const { received, file_bytes, status } = current;
  if (status !== 'uploading' || offset < received) return current;
  const size = Math.min(IMPORT_PART_BYTES, file_bytes - offset);
  if (offset !== received || bytes.length !== size)
    throw conflict(
      `Expected the part of ${Math.min(IMPORT_PART_BYTES, file_bytes - received)} bytes at offset ${received}. Upload that part next.`,
    );
  await tx.readerImportPart.create({
    data: { import_id: id, number: offset / IMPORT_PART_BYTES, bytes: new Uint8Array(bytes) },
  });
  // A file with unusable columns is refused before the rest of it is sent.
  const recognized = current.head ? {} : await recognize(tx, id);
  const completed = received + size === file_bytes ? { status: 'uploaded' as const } : {};
  const upload_digest = await extendDigest(current.upload_digest, bytes);
  return tx.readerImport.update({
    where: { id },
    data: { received: received + size, upload_digest, ...recognized, ...completed },
  });
}

/** Locks the import until the end of the transaction. Throws 404 if it doesn't exist. */
export async function lockImport(tx: Tx, id: number): Promise<ReaderImport> {
  const rows = await tx.$queryRaw<object[]>`select 1 from reader_imports where id = ${id} for no key update`;
  if (!rows.length) throw notFound();
  return tx.readerImport.findUniqueOrThrow({ where: { id } });
}

const SAMPLE_ROWS = 3;
/** Rows read to tell days from months, and dates from statuses. */
const FIRST_ROWS = 500;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/;
const fileProblem = (message: string) => invalid({ file: [message] });

async function recognize(tx: Tx, id: number) {
  const first = await tx.readerImportPart.findUniqueOrThrow({
    where: { import_id_number: { import_id: id, number: 0 } },
  });
  const { rows, ...head } = readHead(Buffer.from(first.bytes));
  const known = await tx.readerImportMapping.findUnique({ where: { header_hash: headerHash(head.header) } });
  const categories = await generalCategories(tx);
  const columns = recognizeColumns(head.header, rows);
  const startingMapping = (known?.mapping as ImportMapping | undefined) ?? {
    ...{ columns, day_first: false },
    genres: categories.map(({ id: category_id, name }) => ({ genre: name, category_id })),
  };
  // The file's own dates override the order remembered from an earlier file.
  const dates = rows.map((row) => row[startingMapping.columns.indexOf('consented_on')] ?? '');
  const day_first = areDayFirst(dates) ?? startingMapping.day_first;
  // A column that says who has left is ignored for one file only, so restore it.
  const withStatuses = startingMapping.columns.map((field, index) => {
    const guess = columns[index];
    return field ?? (guess && STATUS_FIELDS.includes(guess) ? guess : null);
  });
  // Clear the consent's source and the categories, which differ between lists with the same header. Mappings that older
  // versions stored may contain them.
  const mapping: ImportMapping = {
    ...{ ...startingMapping, day_first, columns: withStatuses },
    ...{ consent_source: null, category_ids: [] },
  };
  return { head: head as Prisma.InputJsonObject, mapping };
}

/** The header and the first rows, and where the rows begin. */
function readHead(first: Buffer): ImportHead & { bytes: number; lines: number; rows: string[][] } {
  const start = first.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  const text = first.subarray(start, start + MAX_RECORD_BYTES).toString('latin1');
  if (text.includes('\0')) throw fileProblem('This isn’t a CSV file. Save it as CSV in UTF-8, and upload it again.');
  const delimiter = delimiterOf(text);
  const { cells, end, isBroken } = createCsvReader(delimiter)(text, 0);
  const header = cells.map((cell) => cutText(decodeCell(cell) ?? '', 100));
  if (isBroken || header.every((heading) => heading === ''))
    throw fileProblem('The first line must contain the column names.');
  // The headings stay stored after the import, so they must not contain anyone's address.
  if (header.some((heading) => ADDRESS.test(heading)))
    throw fileProblem(
      'The first line has an email address instead of the column names. Add a line such as “email,consented_on” above it.',
    );
  if (header.length > MAX_IMPORT_COLUMNS) throw fileProblem(`The file has more than ${MAX_IMPORT_COLUMNS} columns.`);
  const bytes = start + end;
  const lines = text.slice(0, end).match(/\r\n|\r|\n/g)?.length ?? 0;
  const { records } = readRecords(first.subarray(bytes), { delimiter, max: FIRST_ROWS, isLast: true, line: 1 });
  const rows = records.map(({ cells: row }) => header.map((_, index) => decodeCell(row[index] ?? '') ?? ''));
  const sample = rows.slice(0, SAMPLE_ROWS).map((row) => row.map((cell) => cutText(cell, 60)));
  return { header, delimiter, sample, program: recognizeProgram(header), bytes, lines, rows };
}

/** The categories except the adult ones, which readers must choose themselves. */
export const generalCategories = (tx: Tx) =>
  tx.category.findMany({
    where: { is_adult: false },
    select: { id: true, slug: true, name: true },
    orderBy: { position: 'asc' },
  });
