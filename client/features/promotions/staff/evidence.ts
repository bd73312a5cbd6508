import type { Book } from '#shared/books.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';

/** The regular price in the store's data, or null if it isn't known. */
export function listPriceOf({ store_data }: Pick<Book, 'store_data'>): number | null {
  const price = (store_data as { list_price_cents?: unknown } | null | undefined)?.list_price_cents;
  return typeof price === 'number' ? price : null;
}

/** Prices may differ by this much between countries and days. */
const TOLERANCE = 0.1;

/** Says by how much a claimed price is above the store's, or '' if it isn't worth a look. */
export function priceDifference(claimed_cents: number, listed_cents: number | null) {
  if (listed_cents === null || claimed_cents <= listed_cents * (1 + TOLERANCE)) return '';
  return `The partner’s current price is ${Math.round((100 * (claimed_cents - listed_cents)) / Math.max(1, listed_cents))}% higher than the store’s.`;
}

/** 'fetched 44 d ago' */
export function ageText(fetched_at: string, now: string) {
  const age = Date.parse(now) - Date.parse(fetched_at);
  if (age >= 2 * DAY_MS) return `fetched ${Math.floor(age / DAY_MS)} d ago`;
  if (age >= HOUR_MS) return `fetched ${Math.floor(age / HOUR_MS)} h ago`;
  return 'fetched just now';
}
