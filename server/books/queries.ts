/** Reads of books: found and ordered in one statement, whatever is asked of them and of their deals; then read whole. */
import { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { pageOf, patternOf } from '#server/platform/http/lists.ts';
import type { BookListQuery } from '#shared/books.ts';
import { STORE_URL_FIELDS } from '#shared/business.ts';
import { dateOf } from '#shared/dates.ts';

/** A promotion whose newsletter went out and whose deal still runs on that Vancouver date. */
const runningOn = (date: string): Prisma.PromotionWhereInput => ({
  sent_at: { not: null },
  cancelled_at: null,
  promotion_date: { lte: dateOf(date) },
  deal_ends_on: { gte: dateOf(date) },
});

/** The same in SQL: of each book the deal that it is shown with, the newest one. */
const runningDeals = (date: string) => Prisma.sql`(
  select distinct on (book_id) book_id, id, price_type, sale_price_cents, deal_ends_on, promotion_date
  from promotions
  where sent_at is not null and cancelled_at is null and promotion_date <= ${dateOf(date)}::date and deal_ends_on >= ${dateOf(date)}::date
  order by book_id, promotion_date desc, id desc)`;

const withDeal = (date: string) =>
  ({
    author: true,
    category: true,
    partner: true,
    promotions: { where: runningOn(date), orderBy: [{ promotion_date: 'desc' }, { id: 'desc' }], take: 1 },
  }) as const satisfies Prisma.BookInclude;

/** Who asks: the public sees active books only, a partner their own, staff all. */
export type BookScope = { kind: 'public' } | { kind: 'partner'; partner_id: number } | { kind: 'user' };

const scopeWhere = (scope: BookScope): Prisma.BookWhereInput =>
  scope.kind === 'public' ? { status: 'active' } : scope.kind === 'partner' ? { partner_id: scope.partner_id } : {};

export async function listBooks(db: Database, query: BookListQuery, scope: BookScope, date: string) {
  const matching = matchingBooks(query, scope, date);
  const { skip, take } = pageOf(query);
  const direction = query.sort_dir === 'asc' ? Prisma.sql`asc` : Prisma.sql`desc`;
  const [page, [count]] = await Promise.all([
    db.$queryRaw<{ id: number }[]>`
      select b.id ${matching} order by ${ORDER[query.sort_col]} ${direction} nulls last, b.id desc limit ${take} offset ${skip}`,
    db.$queryRaw<{ total: number }[]>`select count(*)::int as total ${matching}`,
  ]);
  const ids = page.map(({ id }) => id);
  const rows = ids.length
    ? await db.book.findMany({ where: { id: { in: ids } }, include: withDeal(date), relationLoadStrategy: 'join' })
    : [];
  const place = new Map(ids.map((id, index) => [id, index]));
  return { rows: rows.sort((a, b) => place.get(a.id)! - place.get(b.id)!), total: count!.total };
}

const ORDER: Record<BookListQuery['sort_col'], Prisma.Sql> = {
  id: Prisma.sql`b.id`,
  title: Prisma.sql`b.title`,
  created_at: Prisma.sql`b.created_at`,
  updated_at: Prisma.sql`b.updated_at`,
  sale_price_cents: Prisma.sql`d.sale_price_cents`,
  deal_ends_on: Prisma.sql`d.deal_ends_on`,
  promotion_date: Prisma.sql`d.promotion_date`,
  popularity: Prisma.sql`(case when d.id is not null then (select coalesce(sum(clicks), 0) from click_rollups where promotion_id = d.id) end)`,
};
const DEAL_ORDER: readonly BookListQuery['sort_col'][] = [
  'sale_price_cents',
  'deal_ends_on',
  'promotion_date',
  'popularity',
];

/** From and where. Deals are joined only when something is asked of them. */
function matchingBooks(query: BookListQuery, scope: BookScope, date: string) {
  const { q, deals_only, free_only, price_max_cents } = query;
  const mustHaveDeal = deals_only || free_only || price_max_cents !== undefined;
  const deals = mustHaveDeal
    ? Prisma.sql`join ${runningDeals(date)} d on d.book_id = b.id`
    : DEAL_ORDER.includes(query.sort_col)
      ? Prisma.sql`left join ${runningDeals(date)} d on d.book_id = b.id`
      : Prisma.empty;
  const authors = q ? Prisma.sql`left join authors a on a.id = b.author_id` : Prisma.empty;
  return Prisma.sql`from books b ${authors} ${deals} where ${Prisma.join(conditions(query, scope), ' and ')}`;
}

function conditions(query: BookListQuery, scope: BookScope): Prisma.Sql[] {
  const { q, category_id, author_id, partner_id, status, free_only, price_max_cents, store } = query;
  return [
    Prisma.sql`true`,
    scope.kind === 'public' ? Prisma.sql`b.status = 'active'` : null,
    scope.kind === 'partner' ? Prisma.sql`b.partner_id = ${scope.partner_id}` : null,
    q
      ? Prisma.sql`(b.title ilike ${patternOf(q)} or b.series ilike ${patternOf(q)} or a.name ilike ${patternOf(q)})`
      : null,
    category_id ? Prisma.sql`(b.category_id = ${category_id} or b.secondary_category_id = ${category_id})` : null,
    author_id ? Prisma.sql`b.author_id = ${author_id}` : null,
    partner_id ? Prisma.sql`b.partner_id = ${partner_id}` : null,
    status ? Prisma.sql`b.status = ${status}::"BookStatus"` : null,
    free_only ? Prisma.sql`d.price_type = 'free'` : null,
    price_max_cents === undefined ? null : Prisma.sql`d.sale_price_cents <= ${price_max_cents}`,
    store ? Prisma.sql`b.${Prisma.raw(STORE_URL_FIELDS[store])} is not null` : null,
  ].filter((condition) => condition !== null);
}

export const bookById = (db: Database, id: number, scope: BookScope, date: string) =>
  db.book.findFirst({ where: { id, ...scopeWhere(scope) }, include: withDeal(date), relationLoadStrategy: 'join' });

const PAST_DEALS = 20;

/** Promotions that went out and are over on that Vancouver date, newest first. */
export const pastDeals = (db: Database, book_id: number, date: string) =>
  db.promotion.findMany({
    where: { book_id, sent_at: { not: null }, cancelled_at: null, deal_ends_on: { lt: dateOf(date) } },
    orderBy: [{ promotion_date: 'desc' }, { id: 'desc' }],
    take: PAST_DEALS,
  });
