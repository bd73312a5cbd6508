import type { Newsletter, Prisma } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import { statusSql } from '#server/promotions/status-conditions.ts';
import { parseDate } from '#shared/dates.ts';
import type { Newsletter as NewsletterResponse } from '#shared/newsletters.ts';
import { AWAITING_STAFF } from '#shared/status.ts';

/** Closed, but not finished yet. */
export const UNDER_WAY = ['freezing', 'frozen', 'sending'] as const satisfies Prisma.NewsletterWhereInput['status'][];

/** Under way and not ending, without those that were sent before a restore: only their `sent_at` is already set. */
export const BEING_SENT = {
  status: { in: [...UNDER_WAY] },
  ended_at: null,
  sent_at: null,
} satisfies Prisma.NewsletterWhereInput;

export type NewsletterRow = Omit<Newsletter, 'snapshot'>;
const omit = { snapshot: true } as const;

type NewsletterListQuery = {
  page: number;
  per: number;
  sort_col: string;
  sort_dir: 'asc' | 'desc';
  kind?: Newsletter['kind'] | undefined;
  status?: NewsletterResponse['status'] | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  held?: boolean | undefined;
};

/** Newsletters with the counts of `newsletterCounts`. `business_date` is the date that closes next. */
export async function listNewsletters(db: Database, query: NewsletterListQuery, business_date: string) {
  const date = {
    ...(query.date_from ? { gte: parseDate(query.date_from) } : {}),
    ...(query.date_to ? { lte: parseDate(query.date_to) } : {}),
  };
  const where: Prisma.NewsletterWhereInput = {
    ...(query.kind ? { kind: query.kind } : {}),
    ...(query.status ? { status: { in: storedStatuses(query.status) } } : {}),
    ...(Object.keys(date).length ? { newsletter_date: date } : {}),
    ...(query.held === undefined ? {} : { held_at: query.held ? { not: null } : null }),
  };
  const orderBy = [{ [query.sort_col]: query.sort_dir }, { id: query.sort_dir }];
  const [rows, total] = await Promise.all([
    query.sort_col === 'recent'
      ? recentFirst(db, query, business_date)
      : db.newsletter.findMany({ ...pageOf(query), where, omit, orderBy }),
    db.newsletter.count({ where }),
  ]);
  return { rows, counts: await newsletterCounts(db, rows), total };
}

const storedStatuses = (status: NewsletterResponse['status']): Newsletter['status'][] =>
  status === 'frozen' ? ['freezing', 'frozen'] : [status];

/** Newest first from the open one back, then the drafts ahead: an order that no column provides. */
async function recentFirst(db: Database, query: NewsletterListQuery, business_date: string): Promise<NewsletterRow[]> {
  const { skip, take } = pageOf(query);
  const sign = query.sort_dir === 'desc' ? 1 : -1;
  const stored = query.status ? storedStatuses(query.status) : null;
  const { kind = null, date_from = null, date_to = null, held = null } = query;
  const ordered = await db.$queryRaw<{ id: number }[]>`
    select id from newsletters
    where (${kind}::text is null or kind::text = ${kind}) and (${stored}::text[] is null or status::text = any(${stored}::text[]))
      and (${date_from}::date is null or newsletter_date >= ${date_from}::date)
      and (${date_to}::date is null or newsletter_date <= ${date_to}::date)
      and (${held}::boolean is null or (held_at is not null) = ${held}::boolean)
    order by ${sign}::int * (newsletter_date > ${business_date}::date)::int, ${sign}::int * abs(newsletter_date - ${business_date}::date), kind
    limit ${take} offset ${skip}`;
  const rows = await db.newsletter.findMany({ where: { id: { in: ordered.map(({ id }) => id) } }, omit });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ordered.map(({ id }) => byId.get(id)!);
}

export async function newsletterById(db: Database | Tx, id: number) {
  const row = await db.newsletter.findUnique({ where: { id }, omit });
  return row && { row, counts: await newsletterCounts(db, [row]) };
}

export type NewsletterCounts = { promotions: number; places_left: number; awaiting_review: number; waiting: number };

/**
 * Counts by newsletter: a daily one's promotions, and a weekly one's frozen deals or, for a draft, the deals that it
 * would have now (`runningOn` in weekly.ts, in SQL). An undecided promotion counts at the last of its dates that is
 * still open, as in the lane `closes_next` of the review queue.
 */
async function newsletterCounts(db: Database | Tx, rows: readonly NewsletterRow[]) {
  const counted = await db.$queryRaw<({ id: number } & NewsletterCounts)[]>`
    select n.id, case
      when n.kind = 'weekly' and n.status <> 'draft' then coalesce(jsonb_array_length(n.snapshot -> 'deals'), 0)
      when n.kind = 'weekly' then (
        select count(*)::int from promotions p join books b on b.id = p.book_id join newsletters sent on sent.id = p.newsletter_id
        where p.promotion_date between n.newsletter_date - 6 and n.newsletter_date and p.deal_ends_on >= n.newsletter_date
          and p.cancelled_at is null and p.unable_to_send_at is null and b.status = 'active'
          and sent.status in ('freezing', 'frozen', 'sending', 'sent') and sent.paused_at is null and sent.held_at is null)
      else (
        select count(*)::int from promotions p
        where p.promotion_date = n.newsletter_date and p.approval_status = 'approved' and p.cancelled_at is null and p.unable_to_send_at is null)
      end as promotions,
      case when n.kind = 'daily' and n.status = 'draft' then (
        select coalesce(sum(c.capacity - c.promotions_in_total), 0)::int from newsletter_promotion_counts c
        where c.newsletter_date = n.newsletter_date) else 0 end as places_left,
      case when n.kind = 'daily' and n.status = 'draft' then (
        select count(*)::int from promotions p, lateral (select p.requested_date || p.alternate_dates as dates) named
        where n.newsletter_date = any(dates) and ${statusSql(...AWAITING_STAFF)} and not exists (
          select from unnest(dates) later where later > n.newsletter_date and not exists (
            select from newsletters closed
            where closed.newsletter_date = later and closed.kind = 'daily' and closed.status <> 'draft')))
        else 0 end as awaiting_review,
      case when n.kind = 'daily' and n.status = 'draft' then (
        select count(*)::int from waiting_entries w where w.date = n.newsletter_date and w.promotion_id is null) else 0 end as waiting
    from newsletters n where n.id = any(${rows.map(({ id }) => id)}::int[])`;
  return new Map(counted.map(({ id, ...counts }) => [id, counts]));
}

/** Clicks on the deals of a daily newsletter so far, without those on the site. */
export async function newsletterClicks(db: Database, newsletter_id: number): Promise<number> {
  const { _sum } = await db.clickRollup.aggregate({
    where: { source: 'newsletter', promotion: { newsletter_id } },
    _sum: { clicks: true },
  });
  return _sum.clicks ?? 0;
}

export type DeliveryCounts = {
  deliveries: number;
  accepted: number;
  bounced: number;
  suppressed: number;
  uncertain: number;
};

/**
 * Sums of the ranges' counts, without deliveries erased before they had an outcome. Null without ranges: before the
 * freeze, without recipients, and for the demo's past newsletters.
 */
export async function deliveryCounts(db: Database, newsletter_id: number): Promise<DeliveryCounts | null> {
  const counted = { accepted: true, bounced: true, suppressed: true, uncertain: true } as const;
  const { _sum } = await db.newsletterRange.aggregate({
    where: { newsletter_id },
    _sum: { ...counted, deliveries: true, erased: true },
  });
  if (_sum.deliveries === null) return null;
  const { erased, ...counts } = _sum as DeliveryCounts & { erased: number };
  return { ...counts, deliveries: counts.deliveries - erased };
}

export type CountRow = {
  id: number;
  newsletter_date: Date;
  category_id: number;
  promotions_in_total: number;
  places_left: number;
  top_of_newsletter_available: boolean;
};

type CountsQuery = {
  category_id: number | null;
  from: string;
  to: string;
  top: string;
  open_dates: readonly string[];
};

/**
 * The calendar of one or all categories over some days, including days without promotions. Closed dates have no slots
 * left. One statement.
 */
export const promotionCountsBetween = (
  db: Database,
  { category_id, from, to, top, open_dates }: CountsQuery,
) => db.$queryRaw<CountRow[]>`
  select n.id, n.newsletter_date, n.category_id, n.promotions_in_total,
    case when is_open then n.capacity - n.promotions_in_total else 0 end as places_left,
    is_open and not exists (
      select 1 from promotion_addons pa join addons a on a.id = pa.addon_id and a.name = ${top}
      where pa.date = n.newsletter_date and pa.category_id = n.category_id and pa.state in ('held', 'confirmed')) as top_of_newsletter_available
  from newsletter_promotion_counts n, lateral (select n.newsletter_date = any(${[...open_dates]}::date[]) as is_open) o
  where n.newsletter_date between ${parseDate(from)}::date and ${parseDate(to)}::date and (${category_id}::int is null or n.category_id = ${category_id})
  order by n.newsletter_date, n.category_id`;
