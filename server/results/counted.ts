/** Decides which result includes a sale when promotions of one book or series overlap: each sale counts once. */
import { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { SERIES_DAYS } from '#shared/result-figures.ts';

/**
 * Ids of the partner's other sent promotions near the date of promotion `p`, which may count the same sales, as the
 * column `overlap.ids`; null for most promotions.
 */
export const OVERLAP = Prisma.sql`lateral (
  select array_agg(q.id) as ids from promotions q
  where q.partner_id = p.partner_id and q.id <> p.id and q.sent_at is not null
    and q.promotion_date between p.promotion_date - ${SERIES_DAYS}::int and p.promotion_date + ${SERIES_DAYS}::int) overlap`;

/** The last day on which sales of line `s`'s book count for a promotion. */
const lastDay = (name: 'p' | 'q') => {
  const [promotion, result] = [Prisma.raw(name), Prisma.raw(`${name}r`)];
  return Prisma.sql`(${promotion}.promotion_date
    + (case when ${promotion}.book_id = s.book_id then ${result}.window_days else ${SERIES_DAYS} end)::int)`;
};

/**
 * True if line `s` counts for its promotion `p`. A sale entered for two promotions counts for the promotion of the sold
 * book; if both or neither promote it, for the later one. A total has no days, so if the promotions' days overlap, it's
 * the same sale as a total of the other promotion for the same book and store, or as its lines on those days.
 */
export const COUNTS = Prisma.sql`(overlap.ids is null or not exists (
  select from promotions q join books qb on qb.id = q.book_id join books sb on sb.id = s.book_id
    join promotion_results pr on pr.promotion_id = p.id join promotion_results qr on qr.promotion_id = q.id
  where q.id = any(overlap.ids)
    and (q.book_id = s.book_id or (qb.author_id = sb.author_id and lower(qb.series) = lower(sb.series)
      and sb.series <> '' and qb.series_number < sb.series_number))
    and (case when (q.book_id = s.book_id) = (p.book_id = s.book_id) then (q.promotion_date, q.id) > (p.promotion_date, p.id)
      else q.book_id = s.book_id end)
    and exists (select from promotion_sales t where t.promotion_id = q.id and t.book_id = s.book_id and t.store = s.store
      and (t.sold_on is null or t.sold_on = s.sold_on
        or s.sold_on is null and t.sold_on between p.promotion_date and ${lastDay('p')}))
    and case when s.sold_on is null then ${lastDay('p')} >= q.promotion_date and ${lastDay('q')} >= p.promotion_date
      else s.sold_on between q.promotion_date and ${lastDay('q')} end))`;

/** The ids of a promotion's lines that count for it. */
export async function countedLines(db: Pick<Database, '$queryRaw'>, promotion_id: number): Promise<Set<number>> {
  const lines = await db.$queryRaw<{ id: number }[]>`
    select s.id from promotions p join promotion_sales s on s.promotion_id = p.id cross join ${OVERLAP}
    where p.id = ${promotion_id} and ${COUNTS}`;
  return new Set(lines.map(({ id }) => id));
}
