/**
 * Reads a sales report: finds the header of each sheet, matches rows to the promoted book and later books of its
 * series, and sums them by book, store, and day. Pure; runs in a worker (run-reader.ts).
 */
import { areDayFirst, headerHash } from '#server/platform/csv-records.ts';
import { STORES, type Store } from '#shared/business.ts';
import { comparableText } from '#shared/comparable-text.ts';
import { SalesLine } from '#shared/results.ts';
import {
  MAX_REPORT_COLUMNS,
  mappingProblem,
  type ReportField,
  type SalesMapping,
  type SalesReport,
  type SheetReport,
} from '#shared/sales-report.ts';
import { currencyOf, dayOf, numberOf, storeOf, textOf, wholeNumberOf } from './cells.ts';
import { type Cell, isEmpty, ReportError, readTables, type Table } from './tables.ts';

export type ReportBook = {
  id: number;
  title: string;
  asin: string | null;
  /** The days whose sales count. */
  from: string;
  to: string;
};

export type ReportInput = {
  bytes: Uint8Array;
  /** The promoted book first. */
  books: readonly ReportBook[];
  /** The partner's mappings by the hash of the header. */
  mappings: Readonly<Record<string, SalesMapping>>;
  /** US dollars for one unit of a currency. */
  rates: ReadonlyMap<string, number>;
};

/** Names of columns in reports of KDP and others, without punctuation. */
const FIELD_NAMES: Record<ReportField, readonly string[]> = {
  date: ['royalty date', 'date', 'order date', 'sales date', 'sale date', 'transaction date', 'day'],
  title: ['title', 'book title', 'book'],
  asin: ['asin', 'asin isbn'],
  store: ['marketplace', 'store', 'retailer', 'vendor', 'channel', 'sales channel'],
  net_copies: ['net units sold', 'net units', 'net sales', 'net quantity', 'net copies'],
  copies: ['units sold', 'paid units', 'copies sold', 'quantity', 'units', 'copies', 'qty'],
  refunded: ['units refunded', 'refunds', 'returns', 'refunded'],
  free_copies: ['free units'],
  pages: [
    'kenp read',
    'kindle edition normalized page kenp read',
    'kindle edition normalized pages kenp read',
    'kindle edition normalized pages kenp read from ku and koll',
    'kenp pages',
    'pages read',
  ],
  royalty: ['royalty', 'royalties', 'net royalty', 'earnings'],
  currency: ['currency', 'royalty currency'],
};
const FIELD_OF = new Map(
  Object.entries(FIELD_NAMES).flatMap(([field, names]) => names.map((name) => [name, field as ReportField] as const)),
);

/** Names of KDP's sheets. Those in one list repeat the same sales, so only the first that exists is read. */
const KDP_SHEETS = [
  ['combined sales', 'ebook royalty', 'orders', 'ebook orders placed', 'orders processed'],
  ['kenp read', 'kenp'],
];

const MAX_HEADER_ROWS = 30;
const SAMPLE_ROWS = 3;
const MAX_PROBLEMS = 50;
const MAX_HEADING_LENGTH = 100;

export async function readReport({ bytes, ...input }: ReportInput): Promise<SalesReport> {
  return reportOf(await readTables(bytes), input);
}

export function reportOf(tables: readonly Table[], input: Omit<ReportInput, 'bytes'>): SalesReport {
  const nonEmpty = tables.filter(({ rows }) => rows.some((row) => row.some((cell) => !isEmpty(cell))));
  const used = usedTables(nonEmpty);
  const sums = new Sums(input);
  const sheets = used.map((table) => readSheet(table, input, sums));
  return {
    sheets,
    ignored_sheets: nonEmpty.filter((table) => !used.includes(table)).map(({ name }) => name),
    ...sums.result(),
    replaced: [],
    is_saved: false,
  };
}

function usedTables(tables: readonly Table[]) {
  const named = KDP_SHEETS.flatMap((names) => {
    const found = names.flatMap((name) => tables.find((table) => comparableText(table.name) === name) ?? []);
    return found.slice(0, 1);
  });
  return named.length ? named : tables;
}

function readSheet({ name, rows }: Table, input: Omit<ReportInput, 'bytes'>, sums: Sums): SheetReport {
  const { index, mapping: found, isStored } = findHeader(name, rows, input.mappings);
  const header = headerOf(rows[index]!);
  const body = rows.slice(index + 1);
  const mapping = isStored
    ? found
    : { ...found, day_first: areDayFirst(datesOf(body, found.columns.indexOf('date'))) ?? false };
  const problem = mappingProblem(mapping.columns, mapping.store);
  if (!problem) {
    for (const [offset, row] of body.entries())
      if (row.some((cell) => !isEmpty(cell))) sums.add({ sheet: name, row: index + offset + 2, header, mapping }, row);
  }
  const sample = body.slice(0, SAMPLE_ROWS).map((row) => header.map((_, column) => textOf(row[column]).slice(0, 60)));
  return { name, header, ...mapping, problem, sample, rows: body.length };
}

/** The first row with a known or complete mapping; otherwise the first with several headings, or else the first. */
function findHeader(name: string, rows: readonly Cell[][], mappings: ReportInput['mappings']) {
  const candidates = rows.slice(0, MAX_HEADER_ROWS).map((row, index) => ({ index, header: headerOf(row) }));
  const isFromKdp = KDP_SHEETS.flat().includes(comparableText(name));
  for (const { index, header } of candidates) {
    const stored = mappings[headerHash(header)];
    if (stored) return { index, mapping: stored, isStored: true };
    const guess = guessMapping(header, isFromKdp);
    if (!mappingProblem(guess.columns, guess.store)) return { index, mapping: guess, isStored: false };
  }
  const countHeadings = ({ header }: { header: string[] }) => header.filter((heading) => heading !== '').length;
  const first = candidates.find((candidate) => countHeadings(candidate) > 1) ?? candidates[0]!;
  return { index: first.index, mapping: guessMapping(first.header, isFromKdp), isStored: false };
}

const datesOf = (body: readonly (readonly Cell[])[], column: number) =>
  column === -1 ? [] : body.map((row) => textOf(row[column]));

const headerOf = (row: readonly Cell[]) =>
  (row.length ? row : [null]).slice(0, MAX_REPORT_COLUMNS).map((cell) => textOf(cell).slice(0, MAX_HEADING_LENGTH));

/** Guesses a mapping from the headings: each field gets the first column that has one of its names. */
function guessMapping(header: readonly string[], isFromKdp: boolean): SalesMapping {
  const fields = header.map((heading) => FIELD_OF.get(comparableText(heading)) ?? null);
  const columns = fields.map((field, index) => (fields.indexOf(field) === index ? field : null));
  const store = columns.includes('store') ? null : isFromKdp || columns.includes('asin') ? 'amazon' : null;
  return { columns, store, day_first: false };
}

type RowContext = { sheet: string; row: number; header: readonly string[]; mapping: SalesMapping };
type Sum = {
  book_id: number;
  store: Store;
  sold_on: string | null;
  copies: number;
  pages: number;
  royalty: number;
  /** The sheet of its first row. */
  sheet: string;
};

class Sums {
  #input: Omit<ReportInput, 'bytes'>;
  #sums = new Map<string, Sum>();
  #counts = { matched: 0, other_books: 0, other_days: 0, bad: 0 };
  #problems: SalesReport['problems'] = [];
  #unconverted = new Map<string, { amount: number; rows: number }>();

  constructor(input: Omit<ReportInput, 'bytes'>) {
    this.#input = input;
  }

  /** Adds a row. A row with an unreadable cell is left out as a whole; the first MAX_PROBLEMS such rows are listed. */
  add({ sheet, row, header, mapping: { columns, store, day_first } }: RowContext, cells: readonly Cell[]) {
    const at = (field: ReportField) => {
      const column = columns.indexOf(field);
      return column === -1 ? undefined : cells[column];
    };
    const read = <T>(field: ReportField, parse: (cell: Cell | undefined) => T): T => {
      try {
        return parse(at(field));
      } catch (error) {
        if (!(error instanceof ReportError)) throw error;
        throw new UnreadableCell(header[columns.indexOf(field)] ?? field, error.message);
      }
    };
    try {
      const book = bookOf(this.#input.books, textOf(at('asin')), textOf(at('title')));
      if (!book) return this.#count('other_books');
      const sold_on = columns.includes('date') ? read('date', (cell) => dayOf(cell ?? null, day_first)) : null;
      if (sold_on !== null && (sold_on < book.from || sold_on > book.to)) return this.#count('other_days');
      const soldAt = columns.includes('store') ? read('store', requiredStore) : store!;
      const copies = columns.includes('net_copies')
        ? read('net_copies', wholeNumberOf)
        : read('copies', wholeNumberOf) +
          read('free_copies', wholeNumberOf) -
          Math.abs(read('refunded', wholeNumberOf));
      const pages = read('pages', wholeNumberOf);
      if (pages > 0 && soldAt !== 'amazon') throw new UnreadableCell('KENP read', 'is counted only by Amazon.');
      const amount = read('royalty', numberOf);
      const currency = read('currency', currencyOf) || (amount && read('royalty', currencyOf)) || 'USD';
      const royalty = this.#inDollars(amount, currency);
      this.#sum({ book_id: book.id, store: soldAt, sold_on, copies, pages, royalty, sheet });
      this.#count('matched');
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      this.#count('bad');
      if (this.#problems.length < MAX_PROBLEMS)
        this.#problems.push({ sheet, row, column: error.column, message: error.message });
    }
  }

  #count(kind: keyof SalesReport['counts']) {
    this.#counts[kind] += 1;
  }

  #inDollars(amount: number, currency: string) {
    const rate = currency === 'USD' ? 1 : this.#input.rates.get(currency);
    if (rate !== undefined) return amount * rate;
    if (amount === 0) return 0;
    const { amount: sum, rows } = this.#unconverted.get(currency) ?? { amount: 0, rows: 0 };
    this.#unconverted.set(currency, { amount: sum + amount, rows: rows + 1 });
    return 0;
  }

  #sum({ copies, pages, royalty, ...line }: Sum) {
    const key = `${line.book_id} ${line.store} ${line.sold_on}`;
    const sum = this.#sums.get(key) ?? { ...line, copies: 0, pages: 0, royalty: 0 };
    this.#sums.set(key, {
      ...sum,
      copies: sum.copies + copies,
      pages: sum.pages + pages,
      royalty: sum.royalty + royalty,
    });
  }

  /** Refuses a sheet with totals of the same sales, which would count twice. */
  #refuseTotals() {
    for (const sums of Map.groupBy(this.#sums.values(), ({ book_id, store }) => `${book_id} ${store}`).values()) {
      const total = sums.find(({ sold_on }) => sold_on === null);
      if (total && sums.length > 1)
        throw new ReportError(
          `The sheet “${total.sheet}” has totals of sales that another sheet has by day, so they would count twice. Remove this sheet, or name its column of dates “Date”, then upload the file again.`,
        );
    }
  }

  result(): Pick<SalesReport, 'counts' | 'problems' | 'unconverted' | 'lines'> {
    this.#refuseTotals();
    const lines = [...this.#sums.values()]
      .map(({ royalty, sheet: _, ...line }) => ({ ...line, royalty_cents: Math.round(royalty * 100) }))
      .sort(
        (a, b) =>
          a.book_id - b.book_id ||
          STORES.indexOf(a.store) - STORES.indexOf(b.store) ||
          (a.sold_on ?? '').localeCompare(b.sold_on ?? ''),
      );
    if (!lines.every((line) => SalesLine.safeParse(line).success))
      throw new ReportError('The totals in this file are too large. Check which columns you chose.');
    return {
      counts: this.#counts,
      problems: this.#problems,
      unconverted: [...this.#unconverted].map(([currency, { amount, rows }]) => ({
        currency,
        amount: Math.round(amount * 100) / 100,
        rows,
      })),
      lines,
    };
  }
}

class UnreadableCell extends Error {
  readonly column: string;
  constructor(column: string, message: string) {
    super(message);
    this.column = column;
  }
}

function requiredStore(cell: Cell | undefined) {
  const store = storeOf(cell);
  if (!store) throw new ReportError(`is not one of our five stores: “${textOf(cell).slice(0, 40)}”.`);
  return store;
}

/**
 * Finds a row's book by ASIN, or by title if the row or the book has no ASIN. A different ASIN is a different edition.
 */
function bookOf(books: readonly ReportBook[], asin: string, title: string): ReportBook | undefined {
  const code = asin.toUpperCase();
  const byAsin = code && books.find((book) => book.asin === code);
  if (byAsin) return byAsin;
  const candidates = books.filter((book) => !(code && book.asin));
  const titled = (text: string) => candidates.find((book) => comparableText(book.title) === comparableText(text));
  // KDP's titles include the subtitle and the series: 'The Harbor: A Mystery (Harbor Series Book 1)'.
  return titled(title) ?? titled(title.split(/[:(]/)[0]!);
}
