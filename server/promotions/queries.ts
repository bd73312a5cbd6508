/** Promotion reads, scoped in the WHERE clause so that other partners' ids find nothing. */

import { Prisma } from '#prisma';
import { unpaidInvoice } from '#server/billing/queries.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import { containsText, escapeLike, likePattern, maxTotalOf, pageOf, rowsBehind } from '#server/platform/http/lists.ts';
import { parseDate } from '#shared/dates.ts';
import type { LastEvent, PromotionListQuery } from '#shared/promotions.ts';
import { AWAITING_STAFF, type DisplayStatus, type ReviewLane } from '#shared/status.ts';
import { lastToClose } from './deadlines.ts';
import { bookedDate, namedDates, STATUSES, type StatusFact } from './state.ts';

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
  partner: { include: { credit_cards: { where: { is_default: true, removed_at: null } } } },
  click_logs: { orderBy: { id: 'desc' }, take: CLICK_LOGS_SHOWN },
  events: { orderBy: { id: 'asc' } },
  reviewer: { select: { name: true } },
} as const satisfies Prisma.PromotionInclude;

/** Joins that are computed from the rows of another one. */
const NEEDED_ROWS: { [join: string]: keyof typeof joinable } = { card: 'partner', failed_rules: 'category' };

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

/** Those of the ids that exist, in no order. */
export const promotionsByIds = async (
  db: Database,
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
 * Lists promotions. `open_dates` are the newsletters that are still open, which decide the lanes of the review queue.
 * `start` limits the rows that the pages count from (promotionsBehind).
 */
export async function listPromotions(
  db: Database,
  query: PromotionListQuery,
  scope: PromotionScope,
  open_dates: readonly string[],
  start: Prisma.PromotionWhereInput = {},
) {
  const conditions = await filters(db, query, scope, open_dates);
  const where: Prisma.PromotionWhereInput = { AND: [scopeWhere(scope), ...conditions] };
  if (query.sort_col === 'closes_at') return promotionsByClosing(db, query, where, open_dates);
  const orderBy = [{ [query.sort_col]: query.sort_dir }, { id: query.sort_dir }];
  const [ids, total] = await Promise.all([
    // Without their relations, which Postgres would also read for all rows before the page.
    db.promotion.findMany({ ...pageOf(query), where: { AND: [where, start] }, orderBy, select: { id: true } }),
    db.promotion.count({ where, take: maxTotalOf(conditions) }),
  ]);
  return { rows: await promotionsInOrder(db, ids, query.joins), total };
}

/** Columns that are never null, which `after` needs. */
const CONTINUABLE = ['id', 'requested_date', 'created_at', 'updated_at'] as const;

/** Selects the promotions behind `after` in the list; null if the list has no such promotion or order. */
export async function promotionsBehind(
  db: Database,
  { sort_col, sort_dir, after }: PromotionListQuery,
  scope: PromotionScope,
): Promise<Prisma.PromotionWhereInput | null> {
  if (after === undefined) return {};
  const column = CONTINUABLE.find((name) => name === sort_col);
  const row = column && (await db.promotion.findFirst({ where: { id: after, ...scopeWhere(scope) } }));
  return row ? rowsBehind(row, { sort_col: column, sort_dir }) : null;
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

/** The date whose cutoff is `closes_at`, or the booked date of a promotion that is decided. */
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

/** Newest first, before an id: reads all promotions in batches. */
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
          ...(await filters(db, query, scope, open_dates)),
          before === null ? {} : { id: { lt: before } },
        ],
      },
      include: { ...always, category: true, partner: joinable.partner },
      relationLoadStrategy: 'join',
      orderBy: { id: 'desc' },
      take,
    }),
  );

/** By id, after that of the previous batch's last promotion: those made before `until`. */
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

/** Promotions for a partner's calendar feed: approved, not canceled, from that date on. */
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

/** The approved promotions of one newsletter date, in order. */
export const promotionsOn = async (db: Database, date: Date, joins: readonly string[]): Promise<PromotionRow[]> =>
  withClicks<Stored>(
    db,
    await db.promotion.findMany({
      where: { promotion_date: date, approval_status: 'approved', cancelled_at: null },
      include: includeFor(joins),
      relationLoadStrategy: 'join',
      orderBy: [{ position: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
    }),
  );

type PromotionFilters = Omit<
  PromotionListQuery,
  'page' | 'per' | 'after' | 'sort_col' | 'sort_dir' | 'joins' | 'public'
>;

async function filters(
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
    query.q ? await searched(db, query.q, scope) : {},
    query.display_status ? statusWhere(db, query.display_status) : {},
    query.approval_status ? { approval_status: query.approval_status } : {},
    query.reviewable ? reviewable(db) : {},
    query.lane ? await laneWhere(db, query.lane, open_dates) : {},
    query.category_id ? { category_id: query.category_id } : {},
    query.book_id ? { book_id: query.book_id } : {},
    query.partner_id ? { partner_id: query.partner_id } : {},
    query.newsletter_id ? { newsletter_id: query.newsletter_id } : {},
    Object.keys(date).length ? onDate : {},
  ];
}

/** Partners search their own promotions by title and author. */
async function searched(db: Database, q: string, { partner_id }: PromotionScope): Promise<Prisma.PromotionWhereInput> {
  if (partner_id !== undefined)
    return { book: { OR: [{ title: containsText(q) }, { author: { name: containsText(q) } }] } };
  const found = await db.$queryRaw<{ id: number }[]>(foundPromotions(q, MAX_FOUND));
  return { id: { in: found.map(({ id }) => id) } };
}

/** A search that finds more promotions is about the newest of them. */
const MAX_FOUND = 5000;

/** Trigram indexes can't look inside words for fewer letters, so these must be the whole text. */
const MIN_PART = 3;
export const searchPatternOf = (q: string) => (q.length < MIN_PART ? escapeLike(q) : likePattern(q));

/** The id or the number of an invoice, also as '#12' or '000012'; null for other texts. */
export const numberIn = (q: string) => {
  const found = /^#?0*(\d{1,9})$/.exec(q);
  return found ? Number(found[1]) : null;
};

/**
 * Staff's search for promotions, the newest first: by title, ASIN, author, partner's name and address, id, and number
 * of an invoice. Each part is found by an index of its own.
 */
export function foundPromotions(q: string, limit: number): Prisma.Sql {
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

/** Promotions awaiting staff. */
export const reviewable = (db: Pick<Database | Tx, 'promotion'>): Prisma.PromotionWhereInput => ({
  OR: AWAITING_STAFF.map((status) => statusWhere(db, status)),
});

/** Selects the promotions of one lane of the review queue. */
export async function laneWhere(
  db: Pick<Database, 'promotion' | '$queryRaw'>,
  lane: ReviewLane,
  open_dates: readonly string[],
): Promise<Prisma.PromotionWhereInput> {
  if (lane === 'changed_after_approval') {
    const changed = await db.$queryRaw<{ id: number }[]>(CHANGED_AFTER_APPROVAL);
    return { id: { in: changed.map(({ id }) => id) } };
  }
  if (lane === 'payment_failed') return statusWhere(db, 'payment failed');
  const named = namesOneOf(open_dates);
  switch (lane) {
    case 'to_decide':
      return { AND: [reviewable(db), named] };
    case 'date_passed':
      return { AND: [reviewable(db), { NOT: named }] };
    case 'feedback_answered':
      return { AND: [statusWhere(db, 'feedback submitted'), named] };
    case 'closes_next':
      return { AND: [reviewable(db), named, { NOT: namesOneOf(open_dates.slice(1)) }] };
  }
}

function namesOneOf(open_dates: readonly string[]): Prisma.PromotionWhereInput {
  const dates = open_dates.map(parseDate);
  return { OR: [{ requested_date: { in: dates } }, { alternate_dates: { hasSome: dates } }] };
}

/**
 * Approved promotions whose partner changed something that staff haven't answered: `changesSinceReview` of reviewed.ts
 * in SQL (changed-after-approval.test.ts compares the two). Only promotions that no newsletter includes yet are
 * compared.
 */
const CHANGED_AFTER_APPROVAL = Prisma.sql`
    select p.id
    from promotions p join books b on b.id = p.book_id left join authors a on a.id = b.author_id
      cross join lateral (
        select jsonb_build_object('title', b.title, 'author_name', a.name, 'cover', b.cover, 'description', b.description,
          'blurb', b.blurb, 'content_rating', b.content_rating,
          'store_urls', (
            select coalesce(jsonb_object_agg(store, url), '{}')
            from (values ('amazon', b.amazon_url), ('ibooks', b.ibooks_url), ('barnes_and_noble', b.barnes_and_noble_url),
              ('google_play', b.google_play_url), ('kobo', b.kobo_url)) link (store, url)
            where url is not null and store <> all (b.dead_stores::text[]))) as version) live
    where p.approval_status = 'approved' and p.frozen_at is null and p.cancelled_at is null
      and p.unable_to_send_at is null and p.sent_at is null
      and (p.proposed_changes is not null
        or (live.version <> p.reviewed_book || jsonb_build_object('store_urls', p.reviewed_store_urls)
          and live.version is distinct from p.declined_book))`;

/**
 * Counts the promotions that laneWhere selects, all lanes in one statement (closing-times.test.ts compares the two).
 */
export async function laneCounts(
  db: Pick<Database, '$queryRaw'>,
  open_dates: readonly string[],
): Promise<Record<ReviewLane, number>> {
  const [counts] = await db.$queryRaw<[Record<ReviewLane, number>]>`
    with unpaid as (
      select p.id, exists (select from stripe_errors e where e.promotion_id = p.id and e.resolved_at is null) as failed
      from invoices i join promotions p on p.invoice_id = i.id
      where i.total_cents > 0 and i.status in ('open', 'failed')
    ), undecided as (
      select p.approval_status is not null as answered,
        requested_date || alternate_dates && ${open_dates}::text[]::date[] as is_open,
        requested_date || alternate_dates && ${open_dates.slice(1)}::text[]::date[] as is_open_later
      from promotions p
      where (approval_status is null or approval_status = 'awaiting_feedback'
          and feedback_submitted_at >= coalesce(feedback_requested_at, feedback_submitted_at))
        and cancelled_at is null and sent_at is null and unable_to_send_at is null
        and not exists (select from unpaid where unpaid.id = p.id)
    )
    select count(*) filter (where not is_open)::int as date_passed,
      (select count(*) from (${CHANGED_AFTER_APPROVAL}) changed)::int as changed_after_approval,
      count(*) filter (where is_open and not is_open_later)::int as closes_next,
      count(*) filter (where is_open and answered)::int as feedback_answered,
      count(*) filter (where is_open)::int as to_decide,
      (select count(*) from unpaid where failed)::int as payment_failed
    from undecided`;
  return counts;
}

/** Counts this partner's promotions that are booked, running, not settled, or unpaid. */
export const unfinishedOf = (db: Pick<Database, 'promotion'>, partner_id: number) =>
  db.promotion.count({
    where: {
      partner_id,
      cancelled_at: null,
      unable_to_send_at: null,
      NOT: declined,
      OR: [{ settled_at: null }, { invoice: unpaidInvoice }],
    },
  });

/** Selects the promotions with a display status, by the table in state.ts. */
export function statusWhere(db: Pick<Database, 'promotion'>, status: DisplayStatus): Prisma.PromotionWhereInput {
  const facts = factsWhere(db);
  const whereOf = (needed: readonly StatusFact[]) => ({ AND: needed.map((fact) => facts[fact]) });
  const index = STATUSES.findIndex(([name]) => name === status);
  const earlier = STATUSES.slice(0, index).map(([, needed]) => needed);
  // A row whose facts include all of another's excludes nothing more, and each fact may cost a join.
  const excluded = earlier.filter(
    (row) => !earlier.some((other) => other !== row && other.every((fact) => row.includes(fact))),
  );
  return { AND: [whereOf(STATUSES[index]![1]), { NOT: { OR: [{ id: -1 }, ...excluded.map(whereOf)] } }] };
}

/** The null check matters: without it, negating the condition yields null in SQL and finds no row. */
const approvalIs = (approval_status: 'rejected' | 'awaiting_feedback') => ({
  AND: [{ approval_status: { not: null } }, { approval_status }],
});
export const declined = approvalIs('rejected');

/** The facts of state.ts as Prisma conditions. */
const factsWhere = (db: Pick<Database, 'promotion'>): Record<StatusFact, Prisma.PromotionWhereInput> => ({
  unpaid: { invoice: unpaidInvoice },
  'card declined': { stripe_errors: { some: { resolved_at: null } } },
  cancelled: { cancelled_at: { not: null } },
  rejected: declined,
  sent: { sent_at: { not: null } },
  'unable to send': { unable_to_send_at: { not: null } },
  approved: { approval_status: 'approved' },
  unreviewed: { approval_status: null },
  asked: approvalIs('awaiting_feedback'),
  answered: {
    AND: [
      { feedback_submitted_at: { not: null } },
      {
        OR: [
          { feedback_requested_at: null },
          {
            AND: [
              { feedback_requested_at: { not: null } },
              { feedback_submitted_at: { gte: db.promotion.fields.feedback_requested_at } },
            ],
          },
        ],
      },
    ],
  },
});
