/** Rows of an uploaded workbook or CSV file. */
import { createCsvReader, delimiterOf } from '#server/platform/csv-records.ts';
import { MAX_REPORT_COLUMNS, MAX_REPORT_ROWS } from '#shared/sales-report.ts';

export type Cell = string | number | boolean | Date | null;
export type Table = { name: string; rows: Cell[][] };

export const isEmpty = (cell: Cell | undefined) => cell === undefined || cell === null || cell === '';

/**
 * Refuses the file with a sentence for the partner. Thrown for a cell, it refuses only the row, and its message
 * continues the column's name (cells.ts).
 */
export class ReportError extends Error {}

/** Total of a workbook's parts. A report of 100,000 rows unpacks to about 40 MB. */
const MAX_UNPACKED_BYTES = 80 * 1024 * 1024;
const MAX_ENTRIES = 300;

const ZIP = Buffer.from('PK');
/** The container of old .xls workbooks, and of .xlsx workbooks with a password. */
const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const ENCRYPTED_PART = Buffer.from('EncryptedPackage', 'utf16le');

export async function readTables(bytes: Uint8Array): Promise<Table[]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const startsWith = (start: Buffer) => file.subarray(0, start.length).equals(start);
  if (startsWith(COMPOUND_FILE))
    throw new ReportError(
      file.includes(ENCRYPTED_PART)
        ? 'The workbook is protected with a password. Save it without the password and upload it again.'
        : 'The file is an old workbook (.xls) that we can’t read. Save it as .xlsx or CSV.',
    );
  const tables = startsWith(ZIP) ? await readWorkbook(bytes) : [{ name: 'CSV', rows: parseCsv(decode(bytes)) }];
  const rowsIn = ({ rows }: Table) => rows.filter((row) => row.some((cell) => !isEmpty(cell))).length;
  const most = Math.max(0, ...tables.map(rowsIn));
  if (most === 0) throw new ReportError('The file is empty. Download the report again and upload that file.');
  if (most === 1)
    throw new ReportError(
      'The file has no rows below its headings. Choose a period with sales, and download the report again.',
    );
  if (tables.reduce((sum, { rows }) => sum + rows.length, 0) > MAX_REPORT_ROWS)
    throw new ReportError(
      `The file has more than ${MAX_REPORT_ROWS.toLocaleString('en-US')} rows. Choose a shorter date range.`,
    );
  return tables.map(({ name, rows }) => ({ name, rows: rows.map((row) => row.slice(0, MAX_REPORT_COLUMNS)) }));
}

async function readWorkbook(bytes: Uint8Array): Promise<Table[]> {
  if (unpackedSize(bytes) > MAX_UNPACKED_BYTES)
    throw new ReportError('The workbook is too large. Save it as CSV, or choose a shorter date range.');
  const { default: readExcel } = await import('read-excel-file/universal');
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  try {
    const sheets = await readExcel(buffer);
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data as Cell[][] }));
  } catch {
    throw new ReportError('The file is not a workbook that we can read. Save it as .xlsx or CSV.');
  }
}

const END_SIGNATURE = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const MAX_COMMENT_BYTES = 0xffff;

/**
 * Adds up the parts of a ZIP archive, each by the larger of its declared packed and unpacked sizes. False sizes can't
 * fill the memory either: the library unpacks a part into a buffer of its declared size, or copies its packed bytes.
 * Refuses an archive whose directory the library could read differently.
 */
function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const unreadable = new ReportError('The file is not a workbook that we can read. Save it as .xlsx or CSV.');
  let end = bytes.length - END_BYTES;
  const first = Math.max(0, end - MAX_COMMENT_BYTES);
  while (end >= first && view.getUint32(end, true) !== END_SIGNATURE) end -= 1;
  if (end < first) throw unreadable;
  const entries = view.getUint16(end + 8, true);
  if (entries !== view.getUint16(end + 10, true) || entries > MAX_ENTRIES) throw unreadable;
  const locator = end - ZIP64_LOCATOR_BYTES;
  if (locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR) throw unreadable;
  let sum = 0;
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < entries; index += 1) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY_SIGNATURE) throw unreadable;
    sum += Math.max(view.getUint32(at + 20, true), view.getUint32(at + 24, true));
    at += ENTRY_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return sum;
}

/** Decodes UTF-8, little-endian UTF-16 with a byte order mark, or else the Windows encoding of old spreadsheets. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Control characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them on purpose
const BINARY = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

function parseCsv(text: string): string[][] {
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(text))
    throw new ReportError(
      'The file is a web page, not a report. Sign in to your store, download the report again, and upload that file.',
    );
  if (BINARY.test(text) || text.startsWith('%PDF-'))
    throw new ReportError(
      'The file is neither a workbook (.xlsx) nor CSV. Download the report again, or save it as CSV.',
    );
  const recordAt = createCsvReader(delimiterOf(text));
  const rows: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const { cells, end } = recordAt(text, at);
    rows.push(cells.map((cell) => cell.trim()));
    at = end;
  }
  return rows;
}
