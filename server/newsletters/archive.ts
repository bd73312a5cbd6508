/** The public archive of daily and weekly newsletters. */
import type { NewsletterKind, Prisma } from '#prisma';
import { coverUrl } from '#server/books/presenter.ts';
import type { Database } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { STORES } from '#shared/business.ts';
import { isCalendarDate, parseDate, toIsoDate } from '#shared/dates.ts';
import type { ArchivedDeal, ArchiveQuery } from '#shared/newsletters.ts';
import { approvedVersionOf } from '#shared/reviewed-facts.ts';
import { slugOf } from '#shared/slug.ts';
import { type DealRow, dealRows } from './deals.ts';

/** Newsletters that were sent or are being sent. A paused or held one may have reached nobody. */
const SENT: Prisma.NewsletterWhereInput = {
  status: { in: ['sending', 'sent'] },
  paused_at: null,
  held_at: null,
};

/**
 * Deals that anyone may see: not adult, and not withdrawn since. An adult book is recognized by its approved version,
 * whose content rating is never missing.
 */
const SHOWN: Prisma.PromotionWhereInput = {
  cancelled_at: null,
  unable_to_send_at: null,
  category: { is_adult: false },
  book: { status: 'active' },
  NOT: { reviewed_book: { path: ['content_rating'], equals: 'adult' } },
};

export async function listArchive({ db }: Pick<Deps, 'db'>, { page, per, sort_dir, kind }: ArchiveQuery) {
  const where = { ...SENT, ...(kind && { kind }) };
  const [newsletters, total] = await Promise.all([
    db.newsletter.findMany({
      where,
      select: { id: true, newsletter_date: true, kind: true },
      orderBy: [{ newsletter_date: sort_dir }, { kind: 'asc' }],
      skip: (page - 1) * per,
      take: per,
    }),
    db.newsletter.count({ where }),
  ]);
  const idsOf = (ofKind: NewsletterKind) => newsletters.filter((row) => row.kind === ofKind).map(({ id }) => id);
  const counts = new Map([...(await dailyCounts(db, idsOf('daily'))), ...(await weeklyCounts(db, idsOf('weekly')))]);
  const rows = newsletters.map(({ id, newsletter_date, kind }) => ({
    newsletter_date: toIsoDate(newsletter_date),
    kind,
    deals_count: counts.get(id) ?? 0,
  }));
  return { rows, total };
}

/** Pairs of a newsletter's ID and its number of deals. */
async function dailyCounts(db: Database, ids: readonly number[]) {
  const where = { ...SHOWN, newsletter_id: { in: [...ids] } };
  const counts = await db.promotion.groupBy({ by: 'newsletter_id', where, _count: true });
  return counts.map(({ newsletter_id, _count }) => [newsletter_id!, _count] as const);
}

async function weeklyCounts(db: Database, ids: readonly number[]) {
  const weekly = await weeklyPromotionIds(db, ids);
  const all = weekly.flatMap(({ promotion_ids }) => promotion_ids);
  const rows = await db.promotion.findMany({ where: { ...SHOWN, id: { in: all } }, select: { id: true } });
  const shown = new Set(rows.map(({ id }) => id));
  return weekly.map(({ id, promotion_ids }) => [id, promotion_ids.filter((one) => shown.has(one)).length] as const);
}

/** The promotions of weekly newsletters, best first. They belong to the daily newsletters in which they ran. */
const weeklyPromotionIds = async (db: Database, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db.$queryRaw<{ id: number; promotion_ids: number[] }[]>`
        select id, jsonb_path_query_array(snapshot, '$.deals[*].promotion_id') as promotion_ids
        from newsletters where id = any(${[...ids]}::int[])`;

export async function archivedNewsletter(
  { db }: Pick<Deps, 'db'>,
  { date, kind }: { date: string; kind: NewsletterKind },
) {
  if (!isCalendarDate(date)) throw notFound();
  const newsletter = await db.newsletter.findFirst({
    where: { ...SENT, kind, newsletter_date: parseDate(date) },
    select: { id: true },
  });
  if (!newsletter) throw notFound();
  const deals = await (kind === 'weekly' ? weeklyDealRows : dailyDealRows)(db, newsletter.id);
  deals.sort((a, b) => a.category.position - b.category.position);
  return { newsletter_date: date, kind, deals_count: deals.length, deals: deals.map(presentDeal) };
}

const dailyDealRows = async (db: Database, newsletter_id: number) =>
  (await dealRows(db, { ...SHOWN, newsletter_id })).sort(
    (a, b) => (a.position ?? 0) - (b.position ?? 0) || a.id - b.id,
  );

async function weeklyDealRows(db: Database, newsletter_id: number) {
  const [weekly] = await weeklyPromotionIds(db, [newsletter_id]);
  const ranks = new Map(weekly!.promotion_ids.map((id, rank) => [id, rank]));
  const rows = await dealRows(db, { ...SHOWN, id: { in: [...ranks.keys()] } });
  return rows.sort((a, b) => ranks.get(a.id)! - ranks.get(b.id)!);
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
