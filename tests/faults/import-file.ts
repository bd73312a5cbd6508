/** A list of readers with bad rows of the kinds in `KINDS`, and the expected result of each row. */
import { ROW_PROBLEMS, type RowProblem } from '#shared/reader-imports.ts';
import type { seededInt } from './kills.ts';

export const KINDS = [
  'broken_encoding',
  'broken_quoting',
  'duplicate',
  'idn_domain',
  'role_address',
  'no_consent_date',
  'future_date',
  'erased',
  'complained',
  'bounced',
  'opted_out',
  'empty_status',
  'unknown_genre',
  'overlong',
] as const satisfies RowProblem[];

export type PlannedReader = {
  status: 'active' | 'pending';
  consented_on: string | null;
  consent_source: string;
  /** Empty for the file's default categories. */
  genres: string[];
  /** Pending since an earlier import, without categories. */
  isPending: boolean;
};
export type ListPlan = {
  file: Buffer;
  rows: number;
  /** Expected problems by line. */
  problems: Map<number, RowProblem>;
  /** Expected readers by address. */
  readers: Map<string, PlannedReader>;
  suppressed: { email: string; reason: string }[];
  /** Addresses that the file lists as unsubscribed. */
  optOuts: string[];
};

/** Every ninth row, if it has no problem, proves the consent of a reader who is pending. */
const PENDING_EVERY = 9;
const SOURCE = 'Sign-up form';
export const GENRES = ['Mystery', 'Cozy Mystery', 'Romance', 'Fantasy', 'Horror'];
/** Cells of the file, each with its genres. */
const GENRE_CELLS: [string, string[]][] = [
  ['Mystery', ['Mystery']],
  ['"Cozy Mystery, Romance"', ['Cozy Mystery', 'Romance']],
  ['Romance', ['Romance']],
  ['"Fantasy; Horror"', ['Fantasy', 'Horror']],
  ['', []],
];

/** Builds a list of `rows` rows, about 5% of them bad, with quoted and two-line cells, and empty lines between rows. */
export function buildList(rows: number, roll: ReturnType<typeof seededInt>): ListPlan {
  const chunks: Buffer[] = [Buffer.from('\ufeffEmail,Signup date,Source,Tags,Name,Status\r\n')];
  const problems: ListPlan['problems'] = new Map();
  const readers: ListPlan['readers'] = new Map();
  const suppressed: ListPlan['suppressed'] = [];
  const optOuts: string[] = [];
  let line = 2;
  for (let index = 0; index < rows; index += 1) {
    // The first rows have one of each kind, so that a small list has all of them.
    const kind =
      index > 0 && index <= KINDS.length ? KINDS[index - 1]! : roll(20) === 0 ? KINDS[roll(KINDS.length)]! : null;
    const problem = index === 0 ? null : kind;
    const row = buildRow(index, problem, roll);
    chunks.push(row.bytes);
    if (problem) problems.set(line, problem);
    const effect = problem && ROW_PROBLEMS[problem].effect;
    if (effect !== 'refused')
      readers.set(row.email, {
        status: effect === 'ask' ? 'pending' : 'active',
        consented_on: effect === 'ask' ? null : '2024-03-01',
        consent_source: SOURCE,
        genres: row.genres,
        isPending: !problem && index % PENDING_EVERY === 0,
      });
    if (problem === 'erased' || problem === 'complained' || problem === 'bounced')
      suppressed.push({ email: row.email, reason: problem });
    if (problem === 'opted_out') optOuts.push(row.email);
    line += row.lines;
  }
  return { rows, problems, readers, suppressed, optOuts, file: Buffer.concat(chunks) };
}

function buildRow(index: number, kind: RowProblem | null, roll: (sides: number) => number) {
  let email = `reader${index}@example.org`;
  let cell = index % 3 ? email : email.toUpperCase();
  let [genre, genres] = GENRE_CELLS[roll(GENRE_CELLS.length)]!;
  let [date, source, lines] = ['2024-03-01 10:20', SOURCE, 1];
  if (kind === 'broken_quoting') source = `"${SOURCE}`;
  if (kind === 'duplicate') cell = 'Reader0@EXAMPLE.org';
  if (kind === 'idn_domain') [cell, email] = [`reader${index}@bücher.example`, `reader${index}@xn--bcher-kva.example`];
  if (kind === 'role_address') cell = `support+${index}@example.org`;
  if (kind === 'no_consent_date') date = '';
  if (kind === 'future_date') date = '2031-05-06';
  if (kind === 'unknown_genre') [genre, genres] = ['Steampunk', []];
  if (kind === 'overlong') cell = `${'long'.repeat(20)}${index}@example.org`;
  if (kind === 'broken_encoding') source = 'Caf\u00e9';
  let name = roll(10) ? 'Ann Reader' : '"Ann, ""the reader"""';
  if (!kind && roll(50) === 0) [name, lines] = ['"Ann\r\nReader"', 2];
  const empty = roll(200) === 0 ? '\r\n' : '';
  if (empty) lines += 1;
  const status = kind === 'opted_out' ? 'unsubscribed' : kind === 'empty_status' ? '' : 'subscribed';
  const text = `${cell},${date},${source},${genre},${name},${status}\r\n${empty}`;
  return { email, genres, lines, bytes: Buffer.from(text, kind === 'broken_encoding' ? 'latin1' : 'utf8') };
}
