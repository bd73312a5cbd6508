/** Promotion reads. A scope is part of the WHERE clause, so that other partners' ids find nothing. */

import { type Book, Prisma } from '#prisma';
import { unpaidInvoice } from '#server/billing/queries.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import { containsText, escapeLike, likePattern, maxTotalOf, pageOf, rowsAfter } from '#server/platform/http/lists.ts';
import { parseDate } from '#shared/dates.ts';
import { type LastEvent, type PromotionListQuery, SentCopy } from '#shared/promotions.ts';
import { lastToClose } from './deadlines.ts';
import { bookedDate } from './reviewed.ts';
import { namedDates } from './state.ts';
import { awaitingStaffWhere, laneWhere, rejectedWhere, statusWhere } from './status-conditions.ts';

/** Partners see their own promotions, staff see all. */
export type PromotionScope = { partner_id?: number | undefined };

const CLICK_LOGS_SHOWN = 500;

/** Rows needed for the status and every response. */
const always = {
  book: { include: { author: true } },
  addons: { include: { addon: true }, orderBy: { addon_id: 'asc' } },
  discount_use: true,
  invoice: { include: { captured_charges: true } },
  stripe_errors: { orderBy: { id: 'desc' } },
} as const satisfies Prisma.PromotionInclude;

const joinable = {
  category: true,
  discount: true,
  partner: { include: { credit_cards: { where: { removed_at: null }, orderBy: { id: 'desc' } } } },
  click_logs: { orderBy: { id: 'desc' }, take: CLICK_LOGS_SHOWN },
  events: { orderBy: { id: 'asc' } },
  reviewer: { select: { name: true } },
  waiting_entry: { select: { date: true } },
} as const satisfies Prisma.PromotionInclude;

/** Joins that are computed from the rows of another one. */
const NEEDED_ROWS: { [join: string]: keyof typeof joinable } = {
  card: 'partner',
  failed_rules: 'category',
  held_slot: 'waiting_entry',
};

/** Includes only the rows that the requested joins need. */
const includeFor = (joins: readonly string[]) => {
  const neededJoins = Object.entries(joinable).filter(
    ([name]) => joins.includes(name) || joins.some((join) => NEEDED_ROWS[join] === name),
  );
  return { ...always, ...Object.fromEntries(neededJoins) } as typeof always & typeof joinable;
};

type Full = Prisma.PromotionGetPayload<{ include: typeof always & typeof joinable }>;
type Stored = Omit<Full, keyof typeof joinable> & Partial<Pick<Full, keyof typeof joinable>>;
export type PromotionRow = Stored & ClicksSoFar;
/** Newsletter clicks of a promotion whose clicks are still counted; null for others. */
type ClicksSoFar = { clicks_so_far: number | null };

export async function promotionById(
  db: Database | Tx,
  id: number,
  scope: PromotionScope,
  joins: readonly string[] = [],
): Promise<PromotionRow | null> {
  const found: Stored | null = await db.promotion.findFirst({
    where: { id, ...scopeWhere(scope) },
    include: includeFor(joins),
    relationLoadStrategy: 'join',
  });
  return found && (await withClicks(db, [found]))[0]!;
}

/** The promotions with these ids, as far as they exist, in no particular order. */
export const promotionsByIds = async (
  db: Database | Tx,
  ids: readonly number[],
  joins: readonly string[],
): Promise<PromotionRow[]> =>
  withClicks(
    db,
    await db.promotion.findMany({
      where: { id: { in: [...ids] } },
      include: includeFor(joins),
      relationLoadStrategy: 'join',
    }),
  );

async function withClicks<Row extends Pick<Stored, 'id' | 'sent_at' | 'settled_at'>>(
  db: Pick<Database | Tx, 'clickRollup'>,
  rows: readonly Row[],
): Promise<(Row & ClicksSoFar)[]> {
  const isRunning = ({ sent_at, settled_at }: Row) => sent_at !== null && settled_at === null;
  const running = rows.filter(isRunning).map(({ id }) => id);
  const sums = running.length
    ? await db.clickRollup.groupBy({
        by: ['promotion_id'],
        where: { promotion_id: { in: running }, source: 'newsletter' },
        _sum: { clicks: true },
      })
    : [];
  const clicks = new Map(sums.map(({ promotion_id, _sum }) => [promotion_id, _sum.clicks]));
  return rows.map((row) => ({ ...row, clicks_so_far: isRunning(row) ? (clicks.get(row.id) ?? 0) : null }));
}

const scopeWhere = ({ partner_id }: PromotionScope) => (partner_id === undefined ? {} : { partner_id });

/**
 * Lists promotions. `open_dates` are the dates of the newsletters that are still open, which decide the lanes of the
 * review queue. `start` limits the page, but not the total, to the rows after the cursor (afterCursorWhere).
 */
export async function listPromotions(
  db: Database,
  query: PromotionListQuery,
  scope: PromotionScope,
  open_dates: readonly string[],
  start: Prisma.PromotionWhereInput = {},
) {
  const conditions = await filterConditions(db, query, scope, open_dates);
  const where: Prisma.PromotionWhereInput = { AND: [scopeWhere(scope), ...conditions] };
  if (query.sort_col === 'closes_at') return promotionsByClosing(db, query, where, open_dates);
  const orderBy = [{ [query.sort_col]: query.sort_dir }, { id: query.sort_dir }];
  const [ids, total] = await Promise.all([
    // Selects only ids: with relations, Postgres would also read those of all rows before the page.
    db.promotion.findMany({ ...pageOf(query), where: { AND: [where, start] }, orderBy, select: { id: true } }),
    db.promotion.count({ where, take: maxTotalOf(conditions) }),
  ]);
  return { rows: await promotionsInOrder(db, ids, query.joins), total };
}

/** Sort columns that `after` supports, because they are never null. */
const CURSOR_COLUMNS = ['id', 'requested_date', 'created_at', 'updated_at'] as const;

/**
 * The condition for the promotions listed after `after`; null if the scope has no such promotion, or the order isn't
 * supported.
 */
export async function afterCursorWhere(
  db: Database,
  { sort_col, sort_dir, after }: PromotionListQuery,
  scope: PromotionScope,
): Promise<Prisma.PromotionWhereInput | null> {
  if (after === undefined) return {};
  const column = CURSOR_COLUMNS.find((name) => name === sort_col);
  const row = column && (await db.promotion.findFirst({ where: { id: after, ...scopeWhere(scope) } }));
  return row ? rowsAfter(row, { sort_col: column, sort_dir }) : null;
}

/** The promotions with these ids, in this order. */
async function promotionsInOrder(db: Database, ids: readonly { id: number }[], joins: readonly string[]) {
  const rows = await promotionsByIds(
    db,
    ids.map(({ id }) => id),
    joins,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap(({ id }) => byId.get(id) ?? []);
}

/** A page of a lane, by when the last open newsletter of each promotion closes. */
async function promotionsByClosing(
  db: Database,
  query: PromotionListQuery,
  where: Prisma.PromotionWhereInput,
  open_dates: readonly string[],
) {
  const lane = await db.promotion.findMany({
    where,
    select: { id: true, approval_status: true, requested_date: true, alternate_dates: true, promotion_date: true },
  });
  const sign = query.sort_dir === 'asc' ? 1 : -1;
  const order = lane
    .map((promotion) => ({ id: promotion.id, at: closingDate(promotion, open_dates) }))
    .sort((a, b) => sign * (a.at.localeCompare(b.at) || a.id - b.id));
  const { skip, take } = pageOf(query);
  return { rows: await promotionsInOrder(db, order.slice(skip, skip + take), query.joins), total: order.length };
}

type Closing = Parameters<typeof bookedDate>[0] & Parameters<typeof namedDates>[0] & Pick<Stored, 'approval_status'>;

/** The date whose cutoff is `closes_at`, or the booked date of an approved promotion. */
function closingDate(promotion: Closing, open_dates: readonly string[]): string {
  if (promotion.approval_status === 'approved') return bookedDate(promotion);
  return lastToClose(
    promotion,
    namedDates(promotion).filter((date) => open_dates.includes(date)),
  );
}

/** The latest event of each promotion, with the name of the staff member who acted. */
export async function lastEvents(
  db: Pick<Database | Tx, '$queryRaw'>,
  now: Date,
  ids: readonly number[],
): Promise<Map<number, LastEvent>> {
  const rows = await db.$queryRaw<(Omit<LastEvent, 'actor_name'> & { promotion_id: number; name: string | null })[]>`
    select e.promotion_id, e.id, e.actor::text as actor, u.name, e.action, e."to",
      greatest(0, extract(epoch from ${now}::timestamptz - e.at))::int as seconds_ago
    from unnest(${ids}::int[]) wanted
      cross join lateral (select * from promotion_events where promotion_id = wanted order by id desc limit 1) e
      left join users u on e.actor = 'user' and u.id = e.actor_id`;
  return new Map(
    rows.map(({ promotion_id, name, ...event }) => [promotion_id, name ? { ...event, actor_name: name } : event]),
  );
}

/** A batch of the promotions, newest first: the next ones before an id. */
export const promotionsBefore = async (
  db: Database,
  query: PromotionFilters,
  scope: PromotionScope,
  open_dates: readonly string[],
  { before, take }: { before: number | null; take: number },
) =>
  withClicks(
    db,
    await db.promotion.findMany({
      where: {
        AND: [
          scopeWhere(scope),
          ...(await filterConditions(db, query, scope, open_dates)),
          before === null ? {} : { id: { lt: before } },
        ],
      },
      include: { ...always, category: true, partner: joinable.partner },
      relationLoadStrategy: 'join',
      orderBy: { id: 'desc' },
      take,
    }),
  );

/** A batch of the promotions created before `until`, by id: the next ones after `after`. */
export const promotionsAfter = async (
  db: Database,
  scope: PromotionScope,
  until: Date,
  { after, take }: { after: number; take: number },
): Promise<PromotionRow[]> =>
  withClicks(
    db,
    await db.promotion.findMany({
      where: { ...scopeWhere(scope), id: { gt: after }, created_at: { lt: until } },
      include: always,
      relationLoadStrategy: 'join',
      orderBy: { id: 'asc' },
      take,
    }),
  );

/** Promotions for a partner's calendar feed: approved, not canceled or unable to send, on or after `from`. */
export const approvedPromotions = (db: Database, partner_id: number, from: string) =>
  db.promotion.findMany({
    where: {
      ...{ partner_id, approval_status: 'approved', cancelled_at: null, unable_to_send_at: null },
      promotion_date: { gte: parseDate(from) },
    },
    include: { book: true, category: true },
    relationLoadStrategy: 'join',
    orderBy: [{ promotion_date: 'asc' }, { id: 'asc' }],
  });

/** The promotions of one newsletter date that are approved and not canceled, in NEWSLETTER_ORDER. */
export const promotionsOn = async (db: Database, date: Date, joins: readonly string[]): Promise<PromotionRow[]> =>
  withClicks<Stored>(
    db,
    await db.promotion.findMany({
      where: { promotion_date: date, approval_status: 'approved', cancelled_at: null },
      include: includeFor(joins),
      relationLoadStrategy: 'join',
      orderBy: NEWSLETTER_ORDER,
    }),
  );

/** The order of a newsletter's promotions, except that paid top spots come first in their category. */
export const NEWSLETTER_ORDER: Prisma.PromotionOrderByWithRelationInput[] = [
  { position: { sort: 'asc', nulls: 'last' } },
  { reviewed_at: 'asc' },
  { id: 'asc' },
];

const RUNNING: Prisma.PromotionWhereInput = { sent_at: { not: null }, settled_at: null };

type PromotionFilters = Omit<
  PromotionListQuery,
  'page' | 'per' | 'after' | 'sort_col' | 'sort_dir' | 'joins' | 'public'
>;

async function filterConditions(
  db: Database,
  query: PromotionFilters,
  scope: PromotionScope,
  open_dates: readonly string[],
): Promise<Prisma.PromotionWhereInput[]> {
  const date = {
    ...(query.date_from ? { gte: parseDate(query.date_from) } : {}),
    ...(query.date_to ? { lte: parseDate(query.date_to) } : {}),
  };
  const onDate = { OR: [{ promotion_date: date }, { promotion_date: null, requested_date: date }] };
  return [
    query.q ? await searchWhere(db, query.q, scope) : {},
    query.display_status ? statusWhere(db, query.display_status) : {},
    query.approval_status ? { approval_status: query.approval_status } : {},
    query.reviewable ? awaitingStaffWhere(db) : {},
    query.running ? RUNNING : {},
    query.lane ? await laneWhere(db, query.lane, open_dates) : {},
    query.category_id ? { category_id: query.category_id } : {},
    query.book_id ? { book_id: query.book_id } : {},
    query.partner_id ? { partner_id: query.partner_id } : {},
    query.newsletter_id ? { newsletter_id: query.newsletter_id } : {},
    Object.keys(date).length ? onDate : {},
  ];
}

/** The condition of a search. Partners search by title and author, staff by more (`promotionSearchSql`). */
async function searchWhere(
  db: Database,
  q: string,
  { partner_id }: PromotionScope,
): Promise<Prisma.PromotionWhereInput> {
  if (partner_id !== undefined)
    return { book: { OR: [{ title: containsText(q) }, { author: { name: containsText(q) } }] } };
  const found = await db.$queryRaw<{ id: number }[]>(promotionSearchSql(q, MAX_FOUND));
  return { id: { in: found.map(({ id }) => id) } };
}

/** If a search finds more promotions, only the newest are listed. */
const MAX_FOUND = 5000;

/** A shorter search must match the whole text, because trigram indexes can't look for it inside words. */
const MIN_PART = 3;
export const searchPatternOf = (q: string) => (q.length < MIN_PART ? escapeLike(q) : likePattern(q));

/** A search for an id or an invoice number as a number, also from '#12' or '000012'; null for other texts. */
export const numberIn = (q: string) => {
  const found = /^#?0*(\d{1,9})$/.exec(q);
  return found ? Number(found[1]) : null;
};

/**
 * SQL of staff's search for promotions: by title, ASIN, author, the partner's name and email address, id, and invoice
 * number. Lists the newest first. Each part uses its own index.
 */
export function promotionSearchSql(q: string, limit: number): Prisma.Sql {
  const pattern = searchPatternOf(q);
  const number = numberIn(q);
  return Prisma.sql`
    with books_found as (
      select id from books where title ilike ${pattern}
      union select b.id from authors a join books b on b.author_id = a.id where a.name ilike ${pattern}
      union select id from books where asin = ${q.toUpperCase()}
    )
    select id from (
      select p.id from books_found b join promotions p on p.book_id = b.id
      union select p.id from partners o join promotions p on p.partner_id = o.id
        where o.name ilike ${pattern} or o.uid::text ilike ${pattern}
      union select id from promotions where id = ${number}::int
      union select promotion_id from invoices where number = ${number}::int and promotion_id is not null
    ) found order by id desc limit ${limit}`;
}

/** Promotions that limit others of the same book or author: not canceled, declined, or unable to send. */
export const otherPromotions = (db: Database | Tx, books: readonly Pick<Book, 'id' | 'author_id'>[]) => {
  const author_ids = books.flatMap(({ author_id }) => author_id ?? []);
  return db.promotion.findMany({
    where: {
      cancelled_at: null,
      unable_to_send_at: null,
      NOT: rejectedWhere,
      OR: [
        { book_id: { in: books.map(({ id }) => id) } },
        ...(author_ids.length ? [{ book: { author_id: { in: author_ids } } }] : []),
      ],
    },
    select: {
      id: true,
      book_id: true,
      promotion_date: true,
      requested_date: true,
      book: { select: { author_id: true } },
    },
  });
};

type OtherPromotion = Awaited<ReturnType<typeof otherPromotions>>[number];

/** The booked dates of a book's and its author's other promotions. */
export function datesOfOthers(
  others: readonly OtherPromotion[],
  { id: book_id, author_id }: Pick<Book, 'id' | 'author_id'>,
  promotion_id: number | undefined,
) {
  const withoutThis = others.filter(({ id }) => id !== promotion_id);
  const byAuthor = withoutThis.filter((other) => author_id !== null && other.book.author_id === author_id);
  return {
    same_book_dates: withoutThis.filter((other) => other.book_id === book_id).map(bookedDate),
    same_author_dates: byAuthor.filter((other) => other.book_id !== book_id).map(bookedDate),
  };
}

/** Counts this partner's promotions that aren't settled yet (in review, booked, or running), or are unpaid. */
export const countUnfinished = (db: Pick<Database, 'promotion'>, partner_id: number) =>
  db.promotion.count({
    where: {
      partner_id,
      cancelled_at: null,
      unable_to_send_at: null,
      NOT: rejectedWhere,
      OR: [{ settled_at: null }, { invoice: unpaidInvoice }],
    },
  });

/**
 * A promotion's entry as frozen into its newsletter, whatever has changed in the book since, or null if no closed
 * newsletter includes it.
 */
export async function sentCopyOf(db: Database, { id }: { id: number }): Promise<SentCopy | null> {
  const [found] = await db.$queryRaw<{ deal: unknown }[]>`
    select deal from promotions p
      join newsletters n on n.id = p.newsletter_id
      cross join jsonb_array_elements(n.snapshot -> 'deals') deal
    where p.id = ${id} and p.frozen_at is not null and (deal ->> 'promotion_id')::int = p.id`;
  return found ? SentCopy.parse(found.deal) : null;
}
