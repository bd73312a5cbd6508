/** Queries for the public statistics, aggregated in the database. */
import { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { activeReaderCounts } from '#server/readers/active.ts';

export type CategoryFigures = {
  category_id: number;
  slug: string;
  name: string;
  super_category_id: number;
  daily_slots: number;
  cpc_free_cents: number;
  cpc_discounted_cents: number;
  top_of_newsletter_addon_cents: number;
  active_readers: number;
} & { [figure in `${'free' | 'discounted'}_sample_size`]: number } & {
  [figure in `${'free' | 'discounted'}_${'low_clicks' | 'median_clicks' | 'high_clicks' | 'median_cents'}`]:
    | number
    | null;
};

export type Totals = {
  active_readers: number;
  newsletters_sent: number;
  mails_delivered: number;
  promotions_sent: number;
  billable_clicks: number;
};
export type MonthFigures = Omit<Totals, 'active_readers' | 'newsletters_sent'> & {
  month: string;
  new_readers: number;
  clicks: number;
};

/** Counts of demo readers who have no rows, from the last newsletter with such counts. Category 0 is the total. */
const COUNTED_READERS = Prisma.sql`
  counted as (
    select category_id, readers from counted_audiences
    where newsletter_id = (select max(newsletter_id) from counted_audiences))`;

export const figuresByCategory = (db: Database, now: Date) => db.$queryRaw<CategoryFigures[]>`
  with ${COUNTED_READERS}, readers_by_category as (
    select category_id, sum(readers)::int as active_readers
    from (
      select category_id, readers from ${activeReaderCounts(now)} active
      union all select category_id, readers from counted) all_readers
    group by 1
  ), results_by_category as (
    select s.category_id,
      count(*) filter (where s.price_type = 'free')::int as free_sample_size,
      percentile_cont(0.25) within group (order by s.clicks_billable) filter (where s.price_type = 'free') as free_low_clicks,
      percentile_cont(0.5) within group (order by s.clicks_billable) filter (where s.price_type = 'free') as free_median_clicks,
      percentile_cont(0.75) within group (order by s.clicks_billable) filter (where s.price_type = 'free') as free_high_clicks,
      percentile_cont(0.5) within group (order by i.subtotal_cents) filter (where s.price_type = 'free') as free_median_cents,
      count(*) filter (where s.price_type = 'discounted')::int as discounted_sample_size,
      percentile_cont(0.25) within group (order by s.clicks_billable) filter (where s.price_type = 'discounted') as discounted_low_clicks,
      percentile_cont(0.5) within group (order by s.clicks_billable) filter (where s.price_type = 'discounted') as discounted_median_clicks,
      percentile_cont(0.75) within group (order by s.clicks_billable) filter (where s.price_type = 'discounted') as discounted_high_clicks,
      percentile_cont(0.5) within group (order by i.subtotal_cents) filter (where s.price_type = 'discounted') as discounted_median_cents
    from promotion_stats s
    left join invoices i on i.promotion_id = s.promotion_id and i.invoice_type = 'promotion'
    group by 1
  )
  select c.id as category_id, c.slug, c.name, c.super_category_id, c.daily_slots, c.cpc_free_cents, c.cpc_discounted_cents,
    c.top_of_newsletter_addon_cents,
    coalesce(active_readers, 0) as active_readers,
    coalesce(free_sample_size, 0) as free_sample_size, free_low_clicks, free_median_clicks, free_high_clicks, free_median_cents,
    coalesce(discounted_sample_size, 0) as discounted_sample_size,
    discounted_low_clicks, discounted_median_clicks, discounted_high_clicks, discounted_median_cents
  from categories c left join readers_by_category on readers_by_category.category_id = c.id left join results_by_category on results_by_category.category_id = c.id
  order by c.position, c.id`;

export const loadTotals = async (db: Database, now: Date): Promise<Totals> =>
  (
    await db.$queryRaw<Totals[]>`
      with ${COUNTED_READERS}
      select
        (select coalesce(sum(readers), 0)::int from ${activeReaderCounts(now)} active where category_id = 0)
          + coalesce((select readers from counted where category_id = 0), 0) as active_readers,
        n.newsletters_sent, n.mails_delivered,
        (select count(*)::int from promotions where sent_at is not null) as promotions_sent,
        (select coalesce(sum(clicks_billable), 0)::int from promotion_stats) as billable_clicks
      from (select count(*)::int as newsletters_sent, coalesce(sum(delivered_count), 0)::float8 as mails_delivered
            from newsletters where sent_at is not null) n`
  )[0]!;

/**
 * Figures of each month. `months` are first days, oldest first; `bounds` are the instants when they start in
 * Vancouver, plus the end of the last.
 */
export const figuresByMonth = (db: Database, months: readonly string[], bounds: readonly string[]) => db.$queryRaw<
  MonthFigures[]
>`
  with months as (
    select * from unnest(${months}::date[], ${bounds.slice(0, -1)}::timestamptz[], ${bounds.slice(1)}::timestamptz[]) as m(month, starts_at, ends_at)
  ), readers_by_month as (
    select month, sum(new_readers)::int as new_readers
    from (
      select m.month, count(*) as new_readers
      from months m join readers r on r.confirmed_at >= m.starts_at and r.confirmed_at < m.ends_at group by 1
      union all
      select date_trunc('month', newsletter_date::timestamp)::date, joined
      from counted_audiences join newsletters on newsletters.id = newsletter_id where category_id = 0) all_readers
    group by 1
  ), mails_by_month as (
    select date_trunc('month', newsletter_date::timestamp)::date as month, sum(delivered_count)::float8 as mails_delivered
    from newsletters where sent_at is not null and newsletter_date >= ${months[0]}::date group by 1
  ), promotions_by_month as (
    select date_trunc('month', promotion_date::timestamp)::date as month, count(*)::int as promotions_sent
    from promotions where sent_at is not null and promotion_date >= ${months[0]}::date group by 1
  ), billable_by_month as (
    select date_trunc('month', promotion_date::timestamp)::date as month, sum(clicks_billable)::int as billable_clicks
    from promotion_stats where promotion_date >= ${months[0]}::date group by 1
  ), clicks_by_month as (
    select date_trunc('month', day::timestamp)::date as month, sum(clicks)::int as clicks
    from click_days where day >= ${months[0]}::date group by 1
  )
  select to_char(month, 'YYYY-MM') as month, coalesce(new_readers, 0) as new_readers, coalesce(mails_delivered, 0) as mails_delivered,
    coalesce(promotions_sent, 0) as promotions_sent, coalesce(billable_clicks, 0) as billable_clicks, coalesce(clicks, 0) as clicks
  from months left join readers_by_month using (month) left join mails_by_month using (month) left join promotions_by_month using (month)
    left join billable_by_month using (month) left join clicks_by_month using (month)
  order by months.month`;
