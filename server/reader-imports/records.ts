/** Records of a CSV file in bytes, starting at any record, each with its problem, if any. */
import { createCsvReader } from '#server/platform/csv-records.ts';

/** A longer record is refused, so that an unclosed quote doesn't hide the rest of the file. */
export const MAX_RECORD_BYTES = 64 * 1024;

/** `cells` are bytes as Latin-1 text. `decodeCell` decodes them before they are stored or shown. */
export type ImportRecord = { line: number; cells: string[]; problem: 'broken_quoting' | 'overlong' | null };
type Read = { records: ImportRecord[]; bytes: number; lines: number };

/**
 * Reads up to `max` records that aren't empty. Stops where a record could continue after `bytes`, unless these are the
 * file's last. A record that is overlong or has broken quotes ends with its line, so that the next line isn't lost.
 */
export function readRecords(
  bytes: Buffer,
  { delimiter, max, isLast, line: first }: { delimiter: string; max: number; isLast: boolean; line: number },
): Read {
  // Every byte is one character, so positions are the same. Delimiters and quotes have the same bytes in UTF-8.
  const text = bytes.toString('latin1');
  const recordAt = createCsvReader(delimiter);
  const records: ImportRecord[] = [];
  let [at, line] = [0, first];
  while (at < text.length && records.length < max) {
    if (!isLast && text.length - at <= MAX_RECORD_BYTES) break;
    const record = recordAt(text.slice(at, at + MAX_RECORD_BYTES + 1), 0);
    const isOverlong = record.end > MAX_RECORD_BYTES;
    const end = isOverlong || record.isBroken ? endOfLine(text, at) : at + record.end;
    const problem = isOverlong && !record.isBroken ? 'overlong' : record.isBroken ? 'broken_quoting' : null;
    if (problem || record.cells.some((cell) => cell !== '')) records.push({ line, cells: record.cells, problem });
    line += text.slice(at, end).match(LINE_END)?.length ?? 0;
    at = end;
  }
  return { records, bytes: at, lines: line - first };
}

const LINE_END = /\r\n|\r|\n/g;

function endOfLine(text: string, from: number) {
  const end = /\r\n|\r|\n/g;
  end.lastIndex = from;
  return end.exec(text) ? end.lastIndex : text.length;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The cell's text; null if it isn't UTF-8, or Postgres can't store it. */
export function decodeCell(cell: string): string | null {
  if (cell.includes('\0')) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that UTF-8 leaves as they are
  if (/^[\x00-\x7f]*$/.test(cell)) return cell;
  try {
    return utf8.decode(Buffer.from(cell, 'latin1')).trim();
  } catch {
    return null;
  }
}

/** The beginning of the text. Leaves out half a character at its end, which Postgres can't store. */
export const cutText = (text: string, length: number) =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();
