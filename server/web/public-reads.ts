/** What all reads in process share. */
import { missing } from '#server/platform/errors.ts';

export function found<T>(record: T | null): T {
  if (record === null) throw missing();
  return record;
}

/** Filters as the query string would bring them, for the same schemas to read. */
export const asQuery = (filters: object) =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
