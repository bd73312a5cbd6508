/** The places of a category on a date. One guarded statement takes one; the row's check (never over capacity) is the last word. */

import type { Database, Tx } from '#server/platform/database.ts';
import { addDays, dateOf } from '#shared/dates.ts';

type Place = { date: string; category_id: number };

/** True if a place was free and is now taken. */
export async function takePlace(tx: Tx, { date, category_id }: Place): Promise<boolean> {
  const taken = await tx.$executeRaw`
    insert into newsletter_promotion_counts as count (newsletter_date, category_id, capacity, promotions_in_total)
    select ${dateOf(date)}::date, id, daily_slots, 1 from categories where id = ${category_id} and daily_slots > 0
    on conflict (newsletter_date, category_id) do update set promotions_in_total = count.promotions_in_total + 1
    where count.promotions_in_total < count.capacity`;
  return taken === 1;
}

/** Always in the same order, so that two promotions that change places do not wait for each other. */
export const lockPlaces = (tx: Tx, places: readonly Place[]) => tx.$queryRaw`
    select c.id from newsletter_promotion_counts c
    join unnest(${places.map(({ date }) => date)}::date[], ${places.map(({ category_id }) => category_id)}::int[]) as p(date, category_id)
      on c.newsletter_date = p.date and c.category_id = p.category_id
    order by c.id for update of c`;

/** Whether a place is free; only taking it decides. */
export async function hasPlace(tx: Tx, { date, category_id }: Place): Promise<boolean> {
  const newsletter_date = dateOf(date);
  const count = await tx.newsletterPromotionCount.findUnique({
    where: { newsletter_date_category_id: { newsletter_date, category_id } },
  });
  return count !== null && count.promotions_in_total < count.capacity;
}

export const releasePlace = (tx: Tx, { date, category_id }: Place) => tx.$executeRaw`
    update newsletter_promotion_counts set promotions_in_total = promotions_in_total - 1
    where newsletter_date = ${dateOf(date)}::date and category_id = ${category_id} and promotions_in_total > 0`;

/** A row for every category on every date of the period, where there is none yet. Capacity is the category's of today. */
export async function ensurePromotionCounts({ db, from, days }: { db: Database | Tx; from: string; days: number }) {
  await db.$executeRaw`
    insert into newsletter_promotion_counts (newsletter_date, category_id, capacity)
    select newsletter_date::date, categories.id, categories.daily_slots
    from generate_series(${dateOf(from)}::date, ${dateOf(addDays(from, days - 1))}::date, interval '1 day') as newsletter_date
    cross join categories
    order by 1, 2
    on conflict (newsletter_date, category_id) do nothing`;
}
