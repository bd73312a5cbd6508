/** About two thousand readers, distributed over the categories by the categories' data. */

import type { Random } from '#server/platform/random.ts';
import { STORES, type Store } from '#shared/business.ts';
import { dateText } from '#shared/dates.ts';
import type { SeedCategory } from './catalogue.ts';
import { readFacts } from './reference.ts';
import type { Rows } from './rows.ts';
import type { SeedTime } from './seed-time.ts';

const READERS = 2000;
const CATEGORY_LIMITS = { low: 2, high: 5 };

type Status = 'active' | 'pending' | 'unsubscribed' | 'bounced' | 'complained';
export type SeedReader = {
  id: number;
  category_ids: Set<number>;
  /** Empty means any store. */
  stores: Store[];
  free_only: boolean;
  max_price_cents: number | null;
  weekly: boolean;
  adult_ok: boolean;
  confirmed_on: string | null;
  bounced_on: string | null;
  left_on: string | null;
};

export function addReaders(world: {
  rows: Rows;
  time: SeedTime;
  dice: Random;
  categories: SeedCategory[];
}): SeedReader[] {
  const facts = readFacts('categories');
  const weights = new Map(facts.map((fact) => [Number(fact.id), Number(fact.seed_subscribers)]));
  return Array.from({ length: READERS }, (_, i) => addReader(world, weights, i + 1));
}

/** True if the deal matches the reader's category, price, store, and adult preferences, regardless of the date. */
export const suits = (
  reader: SeedReader,
  deal: { category_id: number; is_adult: boolean; sale_price_cents: number; stores: Store[] },
) =>
  reader.category_ids.has(deal.category_id) &&
  (!deal.is_adult || reader.adult_ok) &&
  (deal.sale_price_cents === 0 || !reader.free_only) &&
  (reader.max_price_cents === null || deal.sale_price_cents <= reader.max_price_cents) &&
  (!reader.stores.length || reader.stores.some((store) => deal.stores.includes(store)));

/** True if the reader was subscribed that day, including the day on which their address failed. */
export const isListed = ({ confirmed_on, left_on }: SeedReader, date: string) =>
  confirmed_on !== null && confirmed_on <= date && (left_on === null || left_on >= date);

function addReader(
  { rows, time, dice, categories }: { rows: Rows; time: SeedTime; dice: Random; categories: SeedCategory[] },
  weights: Map<number, number>,
  number: number,
): SeedReader {
  const id = rows.nextId('readers');
  const adult_ok = dice.chance(0.18);
  const open = categories.filter(({ is_adult }) => adult_ok || !is_adult);
  const count = dice.between(CATEGORY_LIMITS.low, CATEGORY_LIMITS.high);
  const chosen = dice.draw(open, count, (category) => weights.get(category.id)!);
  const status = statusOf(dice.fraction());
  const created_at = time.ago(24 * dice.between(3, 700));
  const isConfirmed = status !== 'pending';
  const left = isConfirmed && status !== 'active' ? leftAt({ time, dice }, created_at) : null;
  const reader: SeedReader = {
    id,
    category_ids: new Set(chosen.map((category) => category.id)),
    stores: dice.chance(0.5) ? [] : dice.draw(STORES, dice.between(1, 2), (store) => (store === 'amazon' ? 6 : 1)),
    free_only: dice.chance(0.25),
    max_price_cents: dice.chance(0.08) ? dice.pick([99, 199]) : null,
    weekly: dice.chance(0.1),
    adult_ok,
    confirmed_on: isConfirmed ? dateText(created_at) : null,
    bounced_on: left && status === 'bounced' ? dateText(left) : null,
    left_on: left && dateText(left),
  };
  rows.add('readers', {
    id,
    email: `reader-${number}@home-${number}.example.test`,
    status,
    stores: reader.stores,
    country: dice.pick(['US', 'US', 'US', 'US', 'CA', 'CA', 'GB', 'GB', 'AU', 'IN', 'IE', 'NZ']),
    free_only: reader.free_only,
    max_price_cents: reader.max_price_cents,
    frequency: reader.weekly ? 'weekly' : 'daily',
    adult_ok,
    confirmed_at: isConfirmed ? created_at : null,
    confirm_sent_at: created_at,
    last_bounce_at: status === 'bounced' ? left : null,
    unsubscribed_at: status === 'unsubscribed' ? left : null,
    unsubscribe_reason: status === 'unsubscribed' ? dice.pick(['Too many emails', 'My shelf is full', null]) : null,
    created_at,
  });
  for (const category_id of reader.category_ids) rows.add('reader_categories', { reader_id: id, category_id });
  return reader;
}

/** In the last two months, but after they signed up. */
const leftAt = ({ time, dice }: { time: SeedTime; dice: Random }, created_at: Date) => {
  const left = time.ago(dice.between(24, 24 * 60));
  return left > created_at ? left : time.ago(24);
};

function statusOf(fraction: number): Status {
  if (fraction < 0.91) return 'active';
  if (fraction < 0.94) return 'unsubscribed';
  if (fraction < 0.96) return 'bounced';
  return fraction < 0.99 ? 'pending' : 'complained';
}
