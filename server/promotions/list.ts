/** Lists of promotions: filters, search, order, and totals. A scope is part of every condition. */

import { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { escapeLike, likePattern, maxTotalOf, pageOf } from '#server/platform/http/lists.ts';
import { daysBetween } from '#shared/dates.ts';
import { MAX_SEARCH_COUNT, MAX_TOTAL_COUNT } from '#shared/list-totals.ts';
import type { PromotionListQuery } from '#shared/promotions.ts';
import { AWAITING_STAFF } from '#shared/status.ts';
import { lastToClose } from './deadlines.ts';
import { type PromotionRow, type PromotionScope, promotionsByIds } from './queries.ts';
import { bookedDate } from './reviewed.ts';
import { namedDates } from './state.ts';
import { laneSql, statusSql } from './status-conditions.ts';

type Filters = Omit<PromotionListQuery, 'page' | 'per' | 'after' | 'sort_col' | 'sort_dir' | 'joins' | 'public'>;

/**
 * Lists promotions. `open_dates` are the dates of the newsletters that are still open, which decide the lanes of the
 * review queue. `start` limits the page, but not the total, to the rows after the cursor (afterCursorSql).
 */
export async function listPromotions(
  db: Database,
  query: PromotionListQuery,
  scope: PromotionScope,
  open_dates: readonly string[],
  start: Prisma.Sql = ALL,
) {
  const filters = filtersSql(query, open_dates);
  // A lane is listed completely, because its first promotions may be its oldest.
  const where = whereSql(query, scope, filters, {
    limit: query.lane ? MAX_TOTAL_COUNT : MAX_SEARCH_COUNT,
    newest: hasDates(query) ? 'booked_date' : 'id',
  });
  if (query.sort_col === 'closes_at') return promotionsByClosing(db, query, where, open_dates);
  const { skip, take } = pageOf(query);
  const dir = Prisma.raw(query.sort_dir);
  const isGathered = mustGather(query);
  // Without an order, Postgres may start counting anywhere in the table, perhaps far from the rows of these dates.
  const countOrder = isGathered ? '' : `order by ${hasDates(query) ? 'booked_date' : 'id desc'}`;
  const [{ ids, total }] = await db.$queryRaw<[{ ids: number[]; total: number }]>`
    with matching as ${query.q ? Prisma.sql`materialized` : Prisma.sql`not materialized`} (
      select p.id, ${BOOKED_DATE} as booked_date, ${sortValueSql(query)} as sort_value from promotions p where ${where}
      ${isGathered ? Prisma.sql`offset 0` : Prisma.empty})
    select
      array(select id from matching where ${start} order by sort_value ${dir}, id ${dir} limit ${take} offset ${skip}) as ids,
      (select count(*) from (select from matching ${Prisma.raw(countOrder)} limit ${maxTotalOf(filters)}) counted)::int as total`;
  return { rows: await promotionsInOrder(db, ids, query.joins), total };
}

const hasDates = ({ date_from, date_to }: Filters) => date_from !== undefined || date_to !== undefined;

/** `bookedDate` in SQL, as the index `promotions_by_booked_date` has it. */
const BOOKED_DATE = Prisma.sql`coalesce(p.promotion_date, p.requested_date)`;

/**
 * True if Postgres must find all matching promotions before it sorts them, which `offset 0` makes it do. Otherwise, it
 * could read every promotion in the sort order to find a few. Applies to a search, and to a range of at most a quarter
 * if the order's index doesn't have the booked date.
 */
const mustGather = (query: PromotionListQuery) =>
  Boolean(query.q) || (isShortRange(query) && !['booked_date', 'created_at'].includes(query.sort_col));

const isShortRange = ({ date_from, date_to }: Filters) =>
  date_from !== undefined && date_to !== undefined && daysBetween(date_from, date_to) <= 92;

const sortValueSql = ({ sort_col }: Pick<PromotionListQuery, 'sort_col'>) =>
  sort_col === 'booked_date' ? BOOKED_DATE : Prisma.raw(`p.${sort_col}`);

/** Sort columns that `after` supports, because they are never null. */
const CURSOR_COLUMNS: readonly string[] = ['id', 'requested_date', 'booked_date', 'created_at', 'updated_at'];

/**
 * The condition for the promotions listed after `after`; null if the scope has no such promotion, or the order isn't
 * supported.
 */
export async function afterCursorSql(
  db: Database,
  { sort_col, sort_dir, after }: PromotionListQuery,
  scope: PromotionScope,
): Promise<Prisma.Sql | null> {
  if (after === undefined) return ALL;
  if (!CURSOR_COLUMNS.includes(sort_col) || !(await db.promotion.count({ where: { id: after, ...scope } })))
    return null;
  const isAfter = Prisma.raw(sort_dir === 'asc' ? '>' : '<');
  return Prisma.sql`(sort_value, id) ${isAfter} (select ${sortValueSql({ sort_col })}, p.id from promotions p where p.id = ${after})`;
}

/** The promotions with these ids, in this order. */
async function promotionsInOrder(db: Database, ids: readonly number[], joins: readonly string[]) {
  const byId = new Map((await promotionsByIds(db, ids, joins)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A page of a lane, sorted by `closingDate`. */
async function promotionsByClosing(
  db: Database,
  query: PromotionListQuery,
  where: Prisma.Sql,
  open_dates: readonly string[],
) {
  const lane = await db.$queryRaw<(Closing & { id: number })[]>`
    select p.id, p.approval_status, p.requested_date, p.alternate_dates, p.promotion_date from promotions p where ${where}`;
  const sign = query.sort_dir === 'asc' ? 1 : -1;
  const order = lane
    .map((promotion) => ({ id: promotion.id, at: closingDate(promotion, open_dates) }))
    .sort((a, b) => sign * (a.at.localeCompare(b.at) || a.id - b.id))
    .map(({ id }) => id);
  const { skip, take } = pageOf(query);
  return { rows: await promotionsInOrder(db, order.slice(skip, skip + take), query.joins), total: order.length };
}

type Closing = Parameters<typeof bookedDate>[0] &
  Parameters<typeof namedDates>[0] &
  Pick<PromotionRow, 'approval_status'>;

/** The date whose cutoff is `closes_at`, or the booked date of an approved promotion. */
function closingDate(promotion: Closing, open_dates: readonly string[]): string {
  if (promotion.approval_status === 'approved') return bookedDate(promotion);
  return lastToClose(
    promotion,
    namedDates(promotion).filter((date) => open_dates.includes(date)),
  );
}

/** The next `take` promotions with ids below `before`, newest first. */
export async function promotionsBefore(
  db: Database,
  query: Filters,
  scope: PromotionScope,
  open_dates: readonly string[],
  { before, take }: { before: number | null; take: number },
) {
  const isBefore = before === null ? [] : [Prisma.sql`p.id < ${before}`];
  const where = whereSql(query, scope, [...isBefore, ...filtersSql(query, open_dates)], { limit: take, newest: 'id' });
  const found = await db.$queryRaw<{ id: number }[]>`
    select p.id from promotions p where ${where} order by p.id desc limit ${take}`;
  const ids = found.map(({ id }) => id);
  // The rows have what these joins name.
  return (await promotionsInOrder(db, ids, ['category', 'partner'])) as WithOwner[];
}

type WithOwner = PromotionRow & Required<Pick<PromotionRow, 'category' | 'partner'>>;

const ALL = Prisma.sql`true`;
const allOf = (conditions: readonly Prisma.Sql[]) => (conditions.length ? Prisma.join([...conditions], ' and ') : ALL);

/**
 * The condition for the promotions of the scope that fulfill the filters and match the search words. Partners search by
 * title and author, staff by more (`promotionSearchSql`), which finds at most `limit` promotions by their texts.
 */
function whereSql(
  query: Filters,
  { partner_id }: PromotionScope,
  filters: readonly Prisma.Sql[],
  { limit, newest }: { limit: number; newest: NonNullable<SearchOptions['newest']> },
) {
  const { q } = query;
  if (partner_id === undefined) {
    if (!q) return allOf(filters);
    // As an array, so that they are looked up by id: a join may read all promotions.
    return Prisma.sql`p.id = any(array(${promotionSearchSql(q, limit, { conditions: filters, newest })}))`;
  }
  const pattern = likePattern(q ?? '');
  const isFound = Prisma.sql`p.book_id in (
    select b.id from books b left join authors a on a.id = b.author_id
    where b.partner_id = ${partner_id} and (b.title ilike ${pattern} or a.name ilike ${pattern}))`;
  return allOf([Prisma.sql`p.partner_id = ${partner_id}`, ...filters, ...(q ? [isFound] : [])]);
}

function filtersSql(query: Filters, open_dates: readonly string[]): Prisma.Sql[] {
  const { display_status, approval_status, reviewable, running, lane } = query;
  const columns = ['category_id', 'book_id', 'partner_id', 'newsletter_id'] as const;
  return [
    display_status && statusSql(display_status),
    approval_status && Prisma.sql`p.approval_status = ${approval_status}::"ApprovalStatus"`,
    reviewable && statusSql(...AWAITING_STAFF),
    running && Prisma.sql`p.sent_at is not null and p.settled_at is null`,
    lane && laneSql(lane, open_dates),
    ...columns.map((column) => query[column] && Prisma.sql`p.${Prisma.raw(column)} = ${query[column]}`),
    query.date_from && Prisma.sql`${BOOKED_DATE} >= ${query.date_from}::date`,
    query.date_to && Prisma.sql`${BOOKED_DATE} <= ${query.date_to}::date`,
  ].filter((filter) => filter instanceof Prisma.Sql);
}

/** A shorter search must match the whole text, because trigram indexes can't look for it inside words. */
const MIN_PART = 3;
export const searchPatternOf = (q: string) => (q.length < MIN_PART ? escapeLike(q) : likePattern(q));

/** A search for an id or an invoice number as a number, also from '#12' or '000012'; null for other texts. */
export const numberIn = (q: string) => {
  const found = /^#?0*(\d{1,9})$/.exec(q);
  return found ? Number(found[1]) : null;
};

/** Number of the newest promotions in which a search looks first. */
const SEARCHED_FIRST = 3_000;

type SearchOptions = {
  conditions?: readonly Prisma.Sql[];
  /** The newest promotions have the highest ids, or the latest booked dates. */
  newest?: 'id' | 'booked_date';
};

/**
 * SQL of staff's search for promotions: the newest `limit` of them by title, author, and the partner's name and email
 * address, and all by ASIN, id, and invoice number. All fulfill the conditions. If the newest promotions have enough
 * matches, the text indexes aren't used, because they could return a large part of all promotions. See
 * docs/decisions/0173-search-the-newest-promotions-first.md.
 */
export function promotionSearchSql(
  q: string,
  limit: number,
  { conditions = [], newest = 'id' }: SearchOptions = {},
): Prisma.Sql {
  const pattern = searchPatternOf(q);
  const number = numberIn(q);
  // The indexes by book and partner have these columns. Others would be read from the table for each match.
  const all = Prisma.sql`
    select p.id, p.book_id, p.partner_id, ${BOOKED_DATE} as booked_date from promotions p where ${allOf(conditions)}`;
  const newestFirst = Prisma.raw(newest === 'id' ? 'p.id desc' : 'p.booked_date desc, p.id desc');
  const unionOf = (parts: readonly Prisma.Sql[]) =>
    Prisma.join(
      parts.map((part) => Prisma.sql`select id, booked_date from (${all}) p where ${part}`),
      ' union ',
    );
  const byText = unionOf([
    Prisma.sql`p.book_id in (select id from books where title ilike ${pattern})`,
    Prisma.sql`p.book_id in (select b.id from authors a join books b on b.author_id = a.id where a.name ilike ${pattern})`,
    Prisma.sql`p.partner_id in (select id from partners where name ilike ${pattern} or uid::text ilike ${pattern})`,
  ]);
  const byIdentifier = unionOf([
    Prisma.sql`p.book_id in (select id from books where asin = ${q.toUpperCase()})`,
    Prisma.sql`p.id = ${number}::int`,
    Prisma.sql`p.id in (select promotion_id from invoices where number = ${number}::int and promotion_id is not null)`,
  ]);
  return Prisma.sql`
    with examined as materialized (
      select * from (${all}) p order by ${newestFirst} limit ${SEARCHED_FIRST}
    ), newest as materialized (
      select p.id from examined p
      where p.partner_id in (select id from partners where name ilike ${pattern} or uid::text ilike ${pattern})
        or (select b.title ilike ${pattern} or b.author_id in (select id from authors where name ilike ${pattern})
          from books b where b.id = p.book_id)
      order by ${newestFirst} limit ${limit}
    ), is_enough as (
      select (select count(*) from newest) = ${limit} or (select count(*) from examined) < ${SEARCHED_FIRST} as value
    )
    select id from newest where (select value from is_enough)
    union (select id from (${byText}) p where not (select value from is_enough) order by ${newestFirst} limit ${limit})
    union select id from (${byIdentifier}) p`;
}
