import type { Database, Tx } from '#server/platform/database.ts';
import { addDays, dateOf } from '#shared/dates.ts';

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
