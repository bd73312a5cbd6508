/** The rows of a newsletter that wait, in order and read ahead; at the end those that were put off and are due again. */
import type { Pool } from '#server/platform/database.ts';
import { type Candidate, deferredUntil, READ_AHEAD, waitingAfter } from './delivery-log.ts';

export type Waiting = { next(count: number): Promise<Candidate[]> };

export function waitingIn(db: Pool, newsletter_id: number, now: () => Date): Waiting {
  let rows: Candidate[] = [];
  let cursor = 0;
  let ahead: Promise<Candidate[]> | null = read();

  function read() {
    const reading = waitingAfter(db, newsletter_id, cursor);
    // It fails where it is awaited; if the send has ended before, it does not matter.
    reading.catch(() => {});
    return reading;
  }
  return {
    next: async (count) => {
      if (count <= 0) return [];
      while (!rows.length && ahead) {
        rows = await ahead;
        cursor = rows.at(-1)?.reader_id ?? cursor;
        ahead = rows.length === READ_AHEAD ? read() : null;
      }
      if (!rows.length) rows = await deferredUntil(db, newsletter_id, now());
      return rows.splice(0, count);
    },
  };
}
