/** A few hundred readers, most of them active. A category's weight is its number of subscribers in prisma/data. */

import type { Random } from '#server/platform/random.ts';
import { STORES } from '#shared/business.ts';
import type { SeedCategory } from './books.ts';
import { readFacts } from './reference.ts';
import type { Rows } from './rows.ts';
import type { SeedTime } from './seed-time.ts';

const READERS = 300;
const CATEGORY_LIMITS = { low: 2, high: 5 };

type Status = 'active' | 'pending' | 'unsubscribed' | 'bounced' | 'complained';
export function addReaders(context: { rows: Rows; time: SeedTime; random: Random; categories: SeedCategory[] }) {
  const facts = readFacts('categories');
  const weights = new Map(facts.map((fact) => [Number(fact.id), Number(fact.seed_subscribers)]));
  for (let number = 1; number <= READERS; number++) addReader(context, weights, number);
}

function addReader(
  { rows, time, random, categories }: { rows: Rows; time: SeedTime; random: Random; categories: SeedCategory[] },
  weights: Map<number, number>,
  number: number,
) {
  const id = rows.nextId('readers');
  const adult_ok = random.chance(0.18);
  const allowed = categories.filter(({ is_adult }) => adult_ok || !is_adult);
  const count = random.between(CATEGORY_LIMITS.low, CATEGORY_LIMITS.high);
  const chosenCategories = random.draw(allowed, count, (category) => weights.get(category.id)!);
  const status = statusOf(random.fraction());
  const created_at = time.ago(24 * random.between(3, 700));
  const isConfirmed = status !== 'pending';
  const departedAt = isConfirmed && status !== 'active' ? randomDeparture({ time, random }, created_at) : null;
  rows.add('readers', {
    id,
    email: `reader-${number}@home-${number}.example.test`,
    status,
    stores: random.chance(0.5)
      ? []
      : random.draw(STORES, random.between(1, 2), (store) => (store === 'amazon' ? 6 : 1)),
    country: random.pick(['US', 'US', 'US', 'US', 'CA', 'CA', 'GB', 'GB', 'AU', 'IN', 'IE', 'NZ']),
    free_only: random.chance(0.25),
    max_price_cents: random.chance(0.08) ? random.pick([99, 199]) : null,
    frequency: random.chance(0.1) ? 'weekly' : 'daily',
    adult_ok,
    confirmed_at: isConfirmed ? created_at : null,
    confirm_sent_at: created_at,
    last_bounce_at: status === 'bounced' ? departedAt : null,
    unsubscribed_at: status === 'unsubscribed' ? departedAt : null,
    unsubscribe_reason: status === 'unsubscribed' ? random.pick(['Too many emails', 'My shelf is full', null]) : null,
    created_at,
  });
  for (const category of chosenCategories) rows.add('reader_categories', { reader_id: id, category_id: category.id });
}

/** Time of leaving: in the last two months, but after the sign-up. */
const randomDeparture = ({ time, random }: { time: SeedTime; random: Random }, created_at: Date) => {
  const departedAt = time.ago(random.between(24, 24 * 60));
  return departedAt > created_at ? departedAt : time.ago(24);
};

function statusOf(fraction: number): Status {
  if (fraction < 0.91) return 'active';
  if (fraction < 0.94) return 'unsubscribed';
  if (fraction < 0.96) return 'bounced';
  return fraction < 0.99 ? 'pending' : 'complained';
}
