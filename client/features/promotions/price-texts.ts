import { STORE_NAMES } from '#shared/business.ts';
import { formatInstant } from '#shared/dates.ts';
import { formatDealPrice } from '#shared/money.ts';
import type { WatchedStore } from '#shared/promotions.ts';

/** 'Amazon: $0.99, checked Dec 8, 2026, 4:00 AM Pacific Time' */
export function priceText({ store, state, price_cents, at, confirmed_at }: Omit<WatchedStore, 'is_fetched'>) {
  const name = STORE_NAMES[store];
  if (state === 'unknown') return `${name}: not confirmed yet`;
  if (state === 'confirmed') return `${name}: set, confirmed ${formatInstant(at!)}`;
  const price = formatDealPrice(price_cents!);
  if (state === 'right') return `${name}: ${price}, checked ${formatInstant(at!)}`;
  const conflict = confirmed_at ? `, although the deal price was confirmed ${formatInstant(confirmed_at)}` : '';
  return `${name}: still ${price}, checked ${formatInstant(at!)}${conflict}`;
}

export const isPriceSet = ({ state }: Pick<WatchedStore, 'state'>) => state === 'right' || state === 'confirmed';

/** Says at which stores we look up the price, and asks the partner to confirm it at the others. */
export function priceCheckText(stores: readonly Pick<WatchedStore, 'store' | 'is_fetched'>[]) {
  const fetched = stores.filter(({ is_fetched }) => is_fetched).map(({ store }) => STORE_NAMES[store]);
  if (fetched.length === 0) return 'We can’t look it up, so please confirm each store.';
  const lookedUp = `We look it up at ${new Intl.ListFormat('en-US').format(fetched)}`;
  return fetched.length === stores.length ? `${lookedUp}.` : `${lookedUp}; please confirm the other stores.`;
}
