/** Store data about an ASIN: one provider, answers cached for 24 hours, one request in flight per ASIN. */

import { Prisma } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, missing } from '#server/platform/errors.ts';
import { outside } from '#server/platform/failpoints.ts';
import { singleFlight } from '#server/platform/memoize.ts';
import { Asin, type StoreData } from '#shared/books.ts';
import { HOUR_MS } from '#shared/durations.ts';

const FRESH_MS = 24 * HOUR_MS;

/** 422 for an invalid ASIN, 404 for an unknown one, 503 when no provider is configured. */
export async function storeDataFor(deps: Deps, text: string): Promise<StoreData> {
  const asin = Asin.safeParse(text);
  if (!asin.success) throw invalid({ asin: ['is not an ASIN (ten letters or digits)'] });
  const kept = await deps.db.storeLookup.findUnique({ where: { asin: asin.data } });
  if (kept && deps.now().getTime() - kept.fetched_at.getTime() < FRESH_MS) return answer(kept.data, kept.fetched_at);
  const data = await fetchOnce({ deps, asin: asin.data });
  const fetched_at = deps.now();
  const row = { data: data ?? Prisma.DbNull, fetched_at };
  await deps.db.storeLookup.upsert({ where: { asin: asin.data }, create: { asin: asin.data, ...row }, update: row });
  return answer(data, fetched_at);
}

/** The last stored data about the ASIN, of any age, as columns of a book; null if there is none. */
export async function keptStoreData(tx: Tx, asin: string | null) {
  const kept = asin ? await tx.storeLookup.findUnique({ where: { asin } }) : null;
  return kept?.data ? { store_data: kept.data, store_data_fetched_at: kept.fetched_at } : null;
}

function answer(data: unknown, fetched_at: Date): StoreData {
  if (!data) throw missing();
  return { ...(data as Omit<StoreData, 'fetched_at'>), fetched_at: fetched_at.toISOString() };
}

const fetchOnce = singleFlight(
  ({ deps, asin }: { deps: Deps; asin: string }) => outside('book_data.lookup', () => deps.bookData.lookup(asin)),
  ({ asin }) => asin,
);
