/** Reads of books: one statement finds and sorts them by their own and their deals' fields, another loads them. */
import { Prisma, type Store } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import type { BookListQuery, BookOrder } from '#shared/books.ts';
import { MAX_SEARCH_RESULTS, STORE_URL_FIELDS } from '#shared/business.ts';
import { parseDate } from '#shared/dates.ts';
import { findSearchTerms, mostPopular, relevance, type Words } from './search.ts';

/** Matches a sent promotion whose deal still runs on that Vancouver date. */
const runningOn = (date: string): Prisma.PromotionWhereInput => ({
  sent_at: { not: null },
  cancelled_at: null,
  promotion_date: { lte: parseDate(date) },
  deal_ends_on: { gte: parseDate(date) },
});

/** The same in SQL: each book's newest running deal, and whether its approved links include the store. */
const runningDeals = (date: string, store: Store | undefined) => Prisma.sql`(
  select distinct on (book_id) book_id, id, price_type, sale_price_cents, deal_ends_on, promotion_date,
    reviewed_store_urls ? ${store ?? null}::text as has_store
  from promotions
  where sent_at is not null and cancelled_at is null and promotion_date <= ${parseDate(date)}::date and deal_ends_on >= ${parseDate(date)}::date
  order by book_id, promotion_date desc, id desc)`;

const withDeal = (date: string) =>
  ({
    author: true,
    category: true,
    partner: true,
    promotions: { where: runningOn(date), orderBy: [{ promotion_date: 'desc' }, { id: 'desc' }], take: 1 },
  }) as const satisfies Prisma.BookInclude;

/** The caller's scope: the public sees active books, partners their own, staff all. */
export type BookScope = { kind: 'public' } | { kind: 'partner'; partner_id: number } | { kind: 'user' };

function scopeWhere(scope: BookScope): Prisma.BookWhereInput {
  if (scope.kind === 'public') return { status: 'active' };
  return scope.kind === 'partner' ? { partner_id: scope.partner_id } : {};
}

export async function listBooks(db: Database, query: BookListQuery, scope: BookScope, date: string) {
  const { ids, total } = query.q
    ? await searchedBooks(db, { ...query, q: query.q }, scope, date)
    : await orderedBooks(db, query, scope, date);
  const rows = await booksByIds(db, ids, date);
  const positions = new Map(ids.map((id, index) => [id, index]));
  return { rows: rows.sort((a, b) => positions.get(a.id)! - positions.get(b.id)!), total };
}

async function orderedBooks(db: Database, query: BookListQuery, scope: BookScope, date: string) {
  const matching = matchingBooks(query, scope, date);
  const { skip, take } = pageOf(query);
  const [page, [count]] = await Promise.all([
    db.$queryRaw<{ id: number }[]>`
      select c.book_id as id ${matching} order by ${orderOf(query)} ${directionOf(query)} nulls last, c.book_id desc limit ${take} offset ${skip}`,
    db.$queryRaw<{ total: number }[]>`select count(*)::int as total ${matching}`,
  ]);
  return { ids: page.map(({ id }) => id), total: count!.total };
}

/** Finds books by relevance unless another order is requested. The total stops at MAX_SEARCH_RESULTS. */
async function searchedBooks(db: Database, query: BookListQuery & { q: string }, scope: BookScope, date: string) {
  const typedWords = await findSearchTerms(db, query.q);
  if (!typedWords) return { ids: [], total: 0 };
  const page = await findPage(db, typedWords, query, scope, date);
  if (page.total > 0) return page;
  const correctedWords = await findSearchTerms(db, query.q, { corrected: true });
  if (!correctedWords || correctedWords.match === typedWords.match) return page;
  return findPage(db, correctedWords, query, scope, date);
}

async function findPage(db: Database, words: Words, query: BookListQuery, scope: BookScope, date: string) {
  const order = query.sort_col ? orderOf(query) : relevanceOf(words);
  const select = Prisma.sql`c.book_id as id, c.popularity, ${order} as place`;
  const from = matchingBooks(query, scope, date);
  const { skip, take } = pageOf(query);
  const [row] = await db.$queryRaw<{ ids: number[]; total: number }[]>`
    with found as (${mostPopular(words, select, from)})
    select least(count(*), ${MAX_SEARCH_RESULTS})::int as total,
      array(select id from found order by place ${directionOf(query)} nulls last, popularity desc, id desc limit ${take} offset ${skip}) as ids
    from found`;
  return row!;
}

const relevanceOf = ({ key, match }: Words) =>
  relevance(Prisma.sql`c`, Prisma.sql`${key}`, Prisma.sql`${match}::tsquery`);
const directionOf = ({ sort_dir }: BookListQuery) => (sort_dir === 'asc' ? Prisma.sql`asc` : Prisma.sql`desc`);
const orderOf = ({ sort_col }: BookListQuery) => ORDER[sort_col ?? 'id'];

const ORDER: Record<BookOrder, Prisma.Sql> = {
  id: Prisma.sql`c.book_id`,
  title: Prisma.sql`c.title_key`,
  created_at: Prisma.sql`b.created_at`,
  updated_at: Prisma.sql`b.updated_at`,
  sale_price_cents: Prisma.sql`d.sale_price_cents`,
  deal_ends_on: Prisma.sql`d.deal_ends_on`,
  promotion_date: Prisma.sql`d.promotion_date`,
  popularity: Prisma.sql`(case when d.id is not null then (select coalesce(sum(clicks), 0) from click_rollups where promotion_id = d.id) end)`,
};
const DEAL_ORDER: readonly (BookOrder | undefined)[] = [
  'sale_price_cents',
  'deal_ends_on',
  'promotion_date',
  'popularity',
];
const BOOK_ORDER: readonly (BookOrder | undefined)[] = ['created_at', 'updated_at'];

/** The FROM and WHERE clauses: the cards, joined to books and deals only if the query needs them. */
function matchingBooks(query: BookListQuery, scope: BookScope, date: string) {
  const { deals_only, free_only, price_max_cents, sort_col, store } = query;
  const mustHaveDeal = deals_only || free_only || price_max_cents !== undefined;
  const books = store || BOOK_ORDER.includes(sort_col) ? Prisma.sql`join books b on b.id = c.book_id` : Prisma.empty;
  const needsDeals = mustHaveDeal || (store && scope.kind === 'public') || DEAL_ORDER.includes(sort_col);
  const join = mustHaveDeal ? Prisma.sql`join` : Prisma.sql`left join`;
  const deals = needsDeals ? Prisma.sql`${join} ${runningDeals(date, store)} d on d.book_id = c.book_id` : Prisma.empty;
  return Prisma.sql`from book_cards c ${books} ${deals} where ${Prisma.join(conditions(query, scope), ' and ')}`;
}

function conditions(query: BookListQuery, scope: BookScope): Prisma.Sql[] {
  const { category_id, author_id, partner_id, status, free_only, price_max_cents, store } = query;
  return [
    Prisma.sql`true`,
    scope.kind === 'public' ? Prisma.sql`c.status = 'active'` : null,
    scope.kind === 'partner' ? Prisma.sql`c.partner_id = ${scope.partner_id}` : null,
    category_id ? Prisma.sql`(c.category_id = ${category_id} or c.secondary_category_id = ${category_id})` : null,
    author_id ? Prisma.sql`c.author_id = ${author_id}` : null,
    // Ignored for the public, so that nobody learns which pen names belong to one account.
    partner_id && scope.kind !== 'public' ? Prisma.sql`c.partner_id = ${partner_id}` : null,
    status ? Prisma.sql`c.status = ${status}::"BookStatus"` : null,
    free_only ? Prisma.sql`d.price_type = 'free'` : null,
    price_max_cents === undefined ? null : Prisma.sql`d.sale_price_cents <= ${price_max_cents}`,
    store ? hasStore(store, scope) : null,
  ].filter((condition) => condition !== null);
}

/**
 * While a deal runs, the public gets the links that staff approved
 * (docs/decisions/0021-readers-get-the-approved-version.md).
 */
function hasStore(store: Store, scope: BookScope) {
  const hasLink = Prisma.sql`(b.${Prisma.raw(STORE_URL_FIELDS[store])} is not null and ${store}::"Store" <> all (b.dead_stores))`;
  return scope.kind === 'public' ? Prisma.sql`coalesce(d.has_store, ${hasLink})` : hasLink;
}

/** Loads the books in no particular order. */
const booksByIds = async (db: Database, ids: number[], date: string) =>
  ids.length
    ? db.book.findMany({ where: { id: { in: ids } }, include: withDeal(date), relationLoadStrategy: 'join' })
    : [];

export const bookById = (db: Database, id: number, scope: BookScope, date: string) =>
  db.book.findFirst({ where: { id, ...scopeWhere(scope) }, include: withDeal(date), relationLoadStrategy: 'join' });

const MAX_PAST_DEALS = 20;

/** Maps each book's id to its last sent promotions whose deal ended before that Vancouver date, newest first. */
export async function findPastDeals(db: Database, book_ids: readonly number[], date: string) {
  const books = await db.book.findMany({
    where: { id: { in: [...book_ids] } },
    select: {
      id: true,
      promotions: {
        where: { sent_at: { not: null }, cancelled_at: null, deal_ends_on: { lt: parseDate(date) } },
        orderBy: [{ promotion_date: 'desc' }, { id: 'desc' }],
        take: MAX_PAST_DEALS,
      },
    },
    relationLoadStrategy: 'join',
  });
  return new Map(books.map(({ id, promotions }) => [id, promotions]));
}
