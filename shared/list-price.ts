/** Compares the regular price that a partner claims with the store's, as last fetched. Pure. */
import type { Book } from './books.ts';

/** The store's regular price in cents, or null if none was fetched. */
export function listPriceOf({ store_data }: { store_data?: Book['store_data'] | unknown }): number | null {
  const price = (store_data as { list_price_cents?: unknown } | null | undefined)?.list_price_cents;
  return typeof price === 'number' ? price : null;
}

/** Prices may differ by this much between countries and days. */
const TOLERANCE = 0.1;

/** True if the claimed price is so far above the store's that an editor should look at both. */
export const isAboveListPrice = (claimed_cents: number, listed_cents: number | null): listed_cents is number =>
  listed_cents !== null && claimed_cents > listed_cents * (1 + TOLERANCE);
