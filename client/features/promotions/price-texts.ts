import { STORE_NAMES } from '#shared/business.ts';
import { formatInstant } from '#shared/dates.ts';
import { formatDealPrice } from '#shared/money.ts';
import type { WatchedStore } from '#shared/promotions.ts';

/** 'Amazon: $0.99, checked Dec 8, 2026, 4:00 AM Pacific Time' */
export function priceText({ store, state, price_cents, at }: WatchedStore) {
  const name = STORE_NAMES[store];
  if (state === 'unknown') return `${name}: not confirmed yet`;
  if (state === 'confirmed') return `${name}: set, confirmed ${formatInstant(at!)}`;
  const price = formatDealPrice(price_cents!);
  return `${name}: ${state === 'too_high' ? `still ${price}` : price}, checked ${formatInstant(at!)}`;
}

export const isSet = ({ state }: WatchedStore) => state === 'right' || state === 'confirmed';
