/** Store data about an ASIN: cached for 24 hours, with one request in flight per ASIN and process. */

import { type Book, Prisma } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, invalid, invalidBase, notFound } from '#server/platform/errors.ts';
import { externalCall } from '#server/platform/failpoints.ts';
import { singleFlight } from '#server/platform/memoize.ts';
import { Asin, type StoreData } from '#shared/books.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';

const CACHE_MS = 24 * HOUR_MS;

/** Maximum age of data that a refresh doesn't fetch again. */
const REFRESH_CACHE_MS = MINUTE_MS;

/** Returns the data about an ASIN. 422 for an invalid ASIN, 404 for an unknown one, 503 if no provider answers. */
export async function getStoreData(
  deps: Pick<Deps, 'db' | 'now' | 'bookData'>,
  text: string,
  max_age_ms = CACHE_MS,
): Promise<StoreData> {
  const asin = Asin.safeParse(text);
  if (!asin.success) throw invalid({ asin: ['is not an ASIN (ten letters or digits)'] });
  const lookup = await deps.db.storeLookup.findUnique({ where: { asin: asin.data } });
  if (lookup && deps.now().getTime() - lookup.fetched_at.getTime() < max_age_ms)
    return presentStoreData(lookup.data, lookup.fetched_at);
  const data = await fetchBookData({ deps, asin: asin.data });
  const fetched_at = deps.now();
  const row = { data: data ?? Prisma.DbNull, fetched_at };
  await deps.db.storeLookup.upsert({ where: { asin: asin.data }, create: { asin: asin.data, ...row }, update: row });
  return presentStoreData(data, fetched_at);
}

const UNKNOWN_ASIN = 'Amazon has no book with this ASIN. Open the store pages instead.';

/**
 * Stores the store's data with a book, fetched again unless it's less than a minute old. `updated_at` doesn't change,
 * because partners don't enter this data and staff don't approve it.
 */
export async function refreshStoreData(
  deps: Pick<Deps, 'db' | 'now' | 'bookData'>,
  { id, asin }: Pick<Book, 'id' | 'asin'>,
) {
  if (!asin) throw invalidBase('This book has no ASIN, so we can’t fetch its price. Open its store pages instead.');
  const { fetched_at, ...data } = await getStoreData(deps, asin, REFRESH_CACHE_MS).catch((error) => {
    throw error instanceof AppError && error.status === 404 ? invalidBase(UNKNOWN_ASIN) : error;
  });
  await deps.db.$executeRaw`
    update books set store_data = ${JSON.stringify(data)}::jsonb, store_data_fetched_at = ${fetched_at}::timestamptz
    where id = ${id} and asin = ${asin}`;
}

/** The last stored data about the ASIN, of any age, as columns of a book, or null if there is none. */
export async function cachedStoreData(tx: Tx, asin: string | null) {
  const lookup = asin ? await tx.storeLookup.findUnique({ where: { asin } }) : null;
  return lookup?.data ? { store_data: lookup.data, store_data_fetched_at: lookup.fetched_at } : null;
}

function presentStoreData(data: unknown, fetched_at: Date): StoreData {
  if (!data) throw notFound();
  return { ...(data as Omit<StoreData, 'fetched_at'>), fetched_at: fetched_at.toISOString() };
}

const fetchBookData = singleFlight(
  ({ deps, asin }: { deps: Pick<Deps, 'bookData'>; asin: string }) =>
    externalCall('book_data.lookup', () => deps.bookData.lookup(asin)),
  ({ asin }) => asin,
);
