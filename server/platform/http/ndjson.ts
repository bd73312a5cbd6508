/** Newline-delimited JSON, streamed while its records are read. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { ignoreCanceledDownload, mapRows } from './csv.ts';

const BATCH_SIZE = 500;

/** Yields records by ascending id, with at most one batch in memory. */
export async function* streamById<T extends { id: number }>(
  after: number | undefined,
  read: (page: { after: number; take: number }) => Promise<T[]>,
): AsyncGenerator<T> {
  for (let last = after ?? 0; ; ) {
    const batch: T[] = await read({ after: last, take: BATCH_SIZE });
    yield* batch;
    if (batch.length < BATCH_SIZE) return;
    last = batch.at(-1)!.id;
  }
}

/**
 * Sends a line per record. The first record is read before the response starts, so that a failure to read it still gets
 * an error response.
 */
export async function sendLines<T>(res: Response, records: AsyncIterable<T>, lineOf: (record: T) => object) {
  const iterator = records[Symbol.asyncIterator]();
  const first = await iterator.next();
  res.type('application/x-ndjson');
  const lines = mapRows(first, iterator, (record) => `${JSON.stringify(lineOf(record))}\n`);
  await pipeline(Readable.from(lines), res).catch(ignoreCanceledDownload);
}
