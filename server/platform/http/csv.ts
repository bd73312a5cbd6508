/** CSV files, streamed while their rows are read. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Options, stringify } from 'csv-stringify';
import type { Response } from 'express';

const BATCH_SIZE = 500;

type Page = { before: number | null; take: number };

/** Yields records newest first, with at most one batch in memory. */
export async function* streamNewestFirst<T extends { id: number }>(
  read: (page: Page) => Promise<T[]>,
): AsyncGenerator<T> {
  for (let before: number | null = null; ; ) {
    const batch: T[] = await read({ before, take: BATCH_SIZE });
    yield* batch;
    if (batch.length < BATCH_SIZE) return;
    before = batch.at(-1)!.id;
  }
}

type Table<T> = {
  name: string;
  columns: readonly string[];
  rows: AsyncIterable<T>;
  rowOf: (record: T) => object;
  cast?: Options['cast'];
  /** Gets each part of the file, for its hash. */
  onData?: (chunk: Buffer) => void;
};

/**
 * Sends the rows as a CSV file. The first row is read before the response starts, so that a failure to read it still
 * gets an error response. Text that could run as a formula gets a leading apostrophe, and a byte order mark makes
 * spreadsheets detect UTF-8.
 */
export async function sendCsv<T>(
  res: Response,
  { name, columns, rows, rowOf, cast = {}, onData }: Table<T>,
): Promise<void> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  const table = stringify({ header: true, columns: [...columns], escape_formulas: true, bom: true, cast });
  if (onData) table.on('data', onData);
  res.attachment(name).type('text/csv; charset=utf-8');
  await pipeline(Readable.from(mapRows(first, iterator, rowOf)), table, res).catch(ignoreCanceledDownload);
}

export async function* mapRows<T, Row>(first: IteratorResult<T>, rest: AsyncIterator<T>, rowOf: (record: T) => Row) {
  for (let next = first; !next.done; next = await rest.next()) yield rowOf(next.value);
}

/** Ignores a download that the client canceled. */
export function ignoreCanceledDownload(error: NodeJS.ErrnoException) {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}
