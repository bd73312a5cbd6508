/** Promotion reads. A scope is part of the WHERE clause, so that other partners' ids find nothing. */

import type { Book, Prisma } from '#prisma';
import { unpaidInvoice } from '#server/billing/queries.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import { parseDate } from '#shared/dates.ts';
import { type LastEvent, SentCopy } from '#shared/promotions.ts';
import { bookedDate } from './reviewed.ts';
import { rejectedWhere } from './status-conditions.ts';

/** Partners see their own promotions, staff see all. */
export type PromotionScope = { partner_id?: number | undefined };

const MAX_CLICK_LOGS = 500;

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
  click_logs: { orderBy: { id: 'desc' }, take: MAX_CLICK_LOGS },
  events: { orderBy: { id: 'asc' } },
  reviewer: { select: { name: true } },
  waiting_entry: { select: { date: true } },
} as const satisfies Prisma.PromotionInclude;

/** Joins that are computed from another join's rows. */
const NEEDED_ROWS: { [join: string]: keyof typeof joinable } = {
  card: 'partner',
  failed_rules: 'category',
  held_slot: 'waiting_entry',
};

/** Includes the rows of `always`, and those that the requested joins need. */
const includeFor = (joins: readonly string[]) => {
  const neededJoins = Object.entries(joinable).filter(
    ([name]) => joins.includes(name) || joins.some((join) => NEEDED_ROWS[join] === name),
  );
  return { ...always, ...Object.fromEntries(neededJoins) } as typeof always & typeof joinable;
};

type Full = Prisma.PromotionGetPayload<{ include: typeof always & typeof joinable }>;
type Stored = Omit<Full, keyof typeof joinable> & Partial<Pick<Full, keyof typeof joinable>>;
export type PromotionRow = Stored & ClicksSoFar;
/** Newsletter clicks of a promotion whose clicks are still being counted; null for others. */
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

/** The promotions with these ids that exist, in no particular order. */
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

/** The first id after `after` of a promotion created at or after `since`, or undefined. */
export const firstIdCreatedSince = async (db: Database, scope: PromotionScope, since: Date, after = 0) =>
  (
    await db.promotion.findFirst({
      where: { ...scopeWhere(scope), id: { gt: after }, created_at: { gte: since } },
      select: { id: true },
      orderBy: { id: 'asc' },
    })
  )?.id;

/** The next `take` promotions, by id, with ids above `after` and below `end`, and created before `until`. */
export const promotionsAfter = async (
  db: Database,
  scope: PromotionScope,
  { until, end }: { until: Date; end: number | undefined },
  { after, take }: { after: number; take: number },
): Promise<PromotionRow[]> =>
  withClicks(
    db,
    await db.promotion.findMany({
      where: { ...scopeWhere(scope), id: { gt: after, ...(end && { lt: end }) }, created_at: { lt: until } },
      include: always,
      relationLoadStrategy: 'join',
      orderBy: { id: 'asc' },
      take,
    }),
  );

/** Promotions for a partner's calendar feed: approved, neither canceled nor unable to send, on or after `from`. */
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

/** Promotions that limit others of the same book or author: not canceled, declined, or unable to send. */
export const otherPromotions = (db: Database | Tx, books: readonly Pick<Book, 'id' | 'author_id' | 'partner_id'>[]) => {
  const author_ids = books.flatMap(({ author_id }) => author_id ?? []);
  return db.promotion.findMany({
    where: {
      // An author belongs to the same partner as their books. Without this, every promotion would be read.
      partner_id: { in: books.map(({ partner_id }) => partner_id) },
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
export async function findSentCopy(db: Database, { id }: { id: number }): Promise<SentCopy | null> {
  const [found] = await db.$queryRaw<{ deal: unknown }[]>`
    select deal from promotions p
      join newsletters n on n.id = p.newsletter_id
      cross join jsonb_array_elements(n.snapshot -> 'deals') deal
    where p.id = ${id} and p.frozen_at is not null and (deal ->> 'promotion_id')::int = p.id`;
  return found ? SentCopy.parse(found.deal) : null;
}
