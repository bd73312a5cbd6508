import type { Prisma } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import { dateOf } from '#shared/dates.ts';

type List = {
  page: number;
  per: number;
  sort_col: string;
  sort_dir: 'asc' | 'desc';
  status?: Prisma.NewsletterWhereInput['status'] | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
};

/** Editions with how many promotions each holds or, before the freeze, has approved. */
export async function listNewsletters(db: Database, query: List) {
  const date = {
    ...(query.date_from ? { gte: dateOf(query.date_from) } : {}),
    ...(query.date_to ? { lte: dateOf(query.date_to) } : {}),
  };
  const where: Prisma.NewsletterWhereInput = {
    ...(query.status ? { status: query.status } : {}),
    ...(Object.keys(date).length ? { newsletter_date: date } : {}),
  };
  const [rows, total] = await Promise.all([
    db.newsletter.findMany({
      ...pageOf(query),
      where,
      omit: { snapshot: true },
      orderBy: { [query.sort_col]: query.sort_dir },
    }),
    db.newsletter.count({ where }),
  ]);
  return {
    rows,
    counts: await promotionCounts(
      db,
      rows.map((row) => row.newsletter_date),
    ),
    total,
  };
}

export async function newsletterById(db: Database | Tx, id: number) {
  const row = await db.newsletter.findUnique({ where: { id }, omit: { snapshot: true } });
  return row && { row, counts: await promotionCounts(db, [row.newsletter_date]) };
}

const promotionCounts = async (db: Database | Tx, dates: Date[]) => {
  const groups = await db.promotion.groupBy({
    by: ['promotion_date'],
    where: { promotion_date: { in: dates }, approval_status: 'approved', cancelled_at: null, unable_to_send_at: null },
    _count: { _all: true },
  });
  return new Map(groups.map((group) => [group.promotion_date!.getTime(), group._count._all]));
};

export type CountRow = {
  id: number;
  newsletter_date: Date;
  category_id: number;
  promotions_in_total: number;
  places_left: number;
  top_of_newsletter_available: boolean;
};

/** The calendar of one or all categories over some days, zeros included. One statement. */
export const promotionCountsBetween = (
  db: Database,
  { category_id, from, to, top }: { category_id: number | null; from: string; to: string; top: string },
) => db.$queryRaw<CountRow[]>`
  select n.id, n.newsletter_date, n.category_id, n.promotions_in_total, n.capacity - n.promotions_in_total as places_left,
    not exists (
      select 1 from promotion_addons pa join addons a on a.id = pa.addon_id and a.name = ${top}
      where pa.date = n.newsletter_date and pa.category_id = n.category_id and pa.state in ('held', 'confirmed')) as top_of_newsletter_available
  from newsletter_promotion_counts n
  where n.newsletter_date between ${dateOf(from)}::date and ${dateOf(to)}::date and (${category_id}::int is null or n.category_id = ${category_id})
  order by n.newsletter_date, n.category_id`;
