/**
 * CSV records, read one at a time, so that a file can be read in pieces and starting at any record. Also the delimiter,
 * dates, and headings of such files.
 */
import { createHash } from 'node:crypto';
import { comparableText } from '#shared/comparable-text.ts';

export type CsvRecord = {
  cells: string[];
  /** Index at which the next record begins. */
  end: number;
  /** True if a quote isn't closed or has text after it. The cells are a guess then. */
  isBroken: boolean;
};

/**
 * Creates a function that reads the record at an index. Cells in quotes may contain delimiters, line breaks, and
 * doubled quotes. All cells are trimmed of ASCII whitespace.
 */
export function createCsvReader(delimiter: string) {
  const cell = new RegExp(`"([^"]*(?:""[^"]*)*)"([^${delimiter}\\r\\n]*)|([^${delimiter}\\r\\n]*)`, 'y');
  return (text: string, from: number): CsvRecord => {
    const cells: string[] = [];
    let isBroken = false;
    for (let at = from; ; at += 1) {
      cell.lastIndex = at;
      const [found, quoted, rest, plain] = cell.exec(text)!;
      cells.push(trimAscii(quoted?.replaceAll('""', '"') ?? plain!));
      isBroken ||= quoted === undefined ? plain!.startsWith('"') : rest!.trim() !== '';
      at += found.length;
      if (text[at] === delimiter) continue;
      return { cells, end: Math.min(text.length, at + (text.startsWith('\r\n', at) ? 2 : 1)), isBroken };
    }
  };
}

/**
 * Unlike trim, keeps 0xA0, which is a no-break space as a character, but may be the last byte of a letter such as "à"
 * in bytes read as Latin-1.
 */
function trimAscii(cell: string) {
  let [from, to] = [0, cell.length];
  while (from < to && isSpace(cell.charCodeAt(from))) from += 1;
  while (to > from && isSpace(cell.charCodeAt(to - 1))) to -= 1;
  return cell.slice(from, to);
}

/** A space, or a tab to a carriage return. */
const isSpace = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** The most frequent delimiter in the first line: a comma, a semicolon, or a tab. */
export function delimiterOf(text: string) {
  const [head = ''] = text.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: head.split(delimiter).length }));
  return counts.sort((a, b) => b.count - a.count)[0]!.delimiter;
}

/**
 * The day in text such as '2026-11-21 08:30', '21.11.2026', or 'Nov 21, 2026' as an ISO date; null without one. A date
 * in digits is converted even if there's no such day.
 */
export function isoDayOf(text: string, day_first: boolean): string | null {
  const pad = (part: string) => part.padStart(2, '0');
  const year_first = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?$/.exec(text);
  if (year_first) return `${year_first[1]}-${pad(year_first[2]!)}-${pad(year_first[3]!)}`;
  const year_last = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})(?:[ T].*)?$/.exec(text);
  if (year_last) {
    const [, first, separator, second, year] = year_last as unknown as [string, string, string, string, string];
    // Countries that write dots begin with the day.
    const [day, month] = day_first || separator === '.' ? [first, second] : [second, first];
    return `${year}-${pad(month)}-${pad(day)}`;
  }
  // 'Nov 21, 2026', '21 November 2026'
  const parsed = /[a-z]{3}/i.test(text) && /\d{4}/.test(text) ? Date.parse(`${text} UTC`) : Number.NaN;
  if (Number.isNaN(parsed)) return null;
  const day = new Date(parsed).toISOString().slice(0, 10);
  // Date.parse turns 'Feb 31' into March 3. The digits of the time don't count.
  return new RegExp(`\\b0?${Number(day.slice(8))}\\b`).test(text.replace(/\d+:[\d:.]+/g, '')) ? day : null;
}

/**
 * True if a number over 12 comes first in some of the dates, and second in none; false for the reverse. Null if the
 * dates are all ambiguous, or contradict each other.
 */
export function areDayFirst(cells: readonly string[]): boolean | null {
  const numbers = cells.flatMap((cell) => {
    const [, first, second] = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}/.exec(cell) ?? [];
    return first ? [[Number(first), Number(second)] as const] : [];
  });
  const isDayFirst = numbers.some(([first]) => first > 12);
  const isMonthFirst = numbers.some(([, second]) => second > 12);
  return isDayFirst === isMonthFirst ? null : isDayFirst;
}

/** Hash of a file's column headings, under which the mapping of its columns is stored. */
export const headerHash = (header: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(header.map(comparableText)))
    .digest('hex');
