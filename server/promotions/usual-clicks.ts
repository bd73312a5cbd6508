/** The clicks that promotions of a category usually have, hour by hour after the send. */
import type { Database } from '#server/platform/database.ts';
import { CLICK_WINDOW_HOURS } from '#shared/business.ts';
import type { UsualClicks } from '#shared/promotions.ts';
import { MIN_SAMPLE } from './percentile.ts';
import type { PromotionRow } from './queries.ts';
import { bookedDate } from './reviewed.ts';

/** Limits the sample to recent promotions, because the number of readers grows. */
const MAX_SAMPLE = 50;

type Row = { sample_size: number; by_hour: number[] | null; usual_emails: number | null; emails: number | null };

/**
 * The median running total of clicks at the end of each hour since the send, across the last settled promotions of the
 * same category and price type. If a warm-up limited the promotion's newsletter, the medians are scaled down to that
 * newsletter's number of emails. A 72-hour window spans 73 clock hours; further hours, after a long send, are left out.
 * One statement.
 */
export async function usualClicks(db: Database, promotion: PromotionRow): Promise<UsualClicks> {
  const { id, category_id, price_type, newsletter_id } = promotion;
  const [found] = await db.$queryRaw<[Row]>`
    with sample as (
      select s.promotion_id, s.delivered, least(date_trunc('hour', p.sent_at, 'UTC'), (
          select min(hour) from click_rollups r where r.promotion_id = s.promotion_id and r.source = 'newsletter')) as first_hour
      from promotion_stats s join promotions p on p.id = s.promotion_id
      where s.category_id = ${category_id} and s.price_type = ${price_type}::"PriceType" and s.promotion_id <> ${id}
        and s.promotion_date <= ${bookedDate(promotion)}::date and p.sent_at is not null
      order by s.promotion_date desc, s.promotion_id desc
      limit ${MAX_SAMPLE}
    ), counted as (
      select sample.promotion_id, (extract(epoch from own.hour - sample.first_hour) / 3600)::int as hour, own.clicks
      from sample cross join lateral (
        select r.hour, sum(r.clicks) as clicks from click_rollups r
        where r.promotion_id = sample.promotion_id and r.source = 'newsletter' group by r.hour) own
    ), since_send as (
      select hour, sum(coalesce(counted.clicks, 0)) over (partition by sample.promotion_id order by hour) as clicks
      from sample cross join generate_series(0, ${CLICK_WINDOW_HOURS}::int) hour left join counted using (promotion_id, hour)
    ), usual as (
      select hour, round(percentile_cont(0.5) within group (order by clicks::float)::numeric)::int as clicks from since_send group by hour
    )
    select (select count(*)::int from sample) as sample_size, (select array_agg(clicks order by hour) from usual) as by_hour,
      (select percentile_cont(0.5) within group (order by delivered) from sample) as usual_emails,
      (select delivered_count from newsletters
        where id = ${newsletter_id}::int and warm_up_id is not null and status = 'sent') as emails`;
  const { sample_size, by_hour, usual_emails, emails } = found;
  const factor = emails !== null && usual_emails ? Math.min(1, emails / usual_emails) : 1;
  const scaled = by_hour?.map((clicks) => Math.round(clicks * factor)) ?? null;
  const is_scaled = factor < 1;
  return { category_id, price_type, sample_size, by_hour: sample_size < MIN_SAMPLE ? null : scaled, is_scaled };
}
