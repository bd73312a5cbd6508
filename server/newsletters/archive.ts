/** The public archive of daily newsletters. */
import type { Prisma } from '#prisma';
import { coverUrl } from '#server/books/presenter.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { STORES } from '#shared/business.ts';
import { isCalendarDate, parseDate, toIsoDate } from '#shared/dates.ts';
import type { ArchivedDeal } from '#shared/newsletters.ts';
import { approvedVersionOf } from '#shared/reviewed-facts.ts';
import { slugOf } from '#shared/slug.ts';
import { type DealRow, dealRows } from './deals.ts';

/** Newsletters that went out. A paused or held one may have reached nobody. */
const SENT: Prisma.NewsletterWhereInput = {
  kind: 'daily',
  status: { in: ['sending', 'sent'] },
  paused_at: null,
  held_at: null,
};

/**
 * Deals that anyone may see: not adult, and not withdrawn since. The approved version decides, and always has a rating.
 */
const SHOWN: Prisma.PromotionWhereInput = {
  cancelled_at: null,
  unable_to_send_at: null,
  category: { is_adult: false },
  book: { status: 'active' },
  NOT: { reviewed_book: { path: ['content_rating'], equals: 'adult' } },
};

export async function listArchive(
  { db }: Pick<Deps, 'db'>,
  { page, per, sort_dir }: { page: number; per: number; sort_dir: 'asc' | 'desc' },
) {
  const [newsletters, total] = await Promise.all([
    db.newsletter.findMany({
      where: SENT,
      select: { id: true, newsletter_date: true },
      orderBy: { newsletter_date: sort_dir },
      skip: (page - 1) * per,
      take: per,
    }),
    db.newsletter.count({ where: SENT }),
  ]);
  const counts = await db.promotion.groupBy({
    by: 'newsletter_id',
    where: { ...SHOWN, newsletter_id: { in: newsletters.map(({ id }) => id) } },
    _count: true,
  });
  const countOf = new Map(counts.map(({ newsletter_id, _count }) => [newsletter_id, _count]));
  const rows = newsletters.map(({ id, newsletter_date }) => ({
    newsletter_date: toIsoDate(newsletter_date),
    deals_count: countOf.get(id) ?? 0,
  }));
  return { rows, total };
}

export async function archivedNewsletter({ db }: Pick<Deps, 'db'>, date: string) {
  if (!isCalendarDate(date)) throw notFound();
  const newsletter = await db.newsletter.findFirst({
    where: { ...SENT, newsletter_date: parseDate(date) },
    select: { id: true },
  });
  if (!newsletter) throw notFound();
  const deals = (await dealRows(db, { ...SHOWN, newsletter_id: newsletter.id })).sort(
    (a, b) => a.category.position - b.category.position || (a.position ?? 0) - (b.position ?? 0) || a.id - b.id,
  );
  return { newsletter_date: date, deals_count: deals.length, deals: deals.map(presentDeal) };
}

function presentDeal(row: DealRow): ArchivedDeal {
  const { book, store_urls } = approvedVersionOf(row);
  return {
    promotion_id: row.id,
    book_id: row.book_id,
    slug: slugOf(book.title),
    title: book.title,
    author_name: book.author_name,
    category_id: row.category_id,
    category_name: row.category.name,
    cover_url: coverUrl(book.cover),
    sale_price_cents: row.sale_price_cents,
    current_price_cents: row.current_price_cents,
    deal_ends_on: toIsoDate(row.deal_ends_on),
    stores: STORES.filter((store) => store_urls[store]),
  };
}
