/** Sales that partners entered after their promotions, made from each store's billable clicks. */
import type { PoolClient } from 'pg';
import { DEFAULT_KENP_MICROS, DEFAULT_WINDOW_DAYS, SERIES_DAYS } from '#shared/result-figures.ts';
import { DEMO_PARTNER } from './people.ts';

/** The demo partner's promotions of the last 36 days have no results, so that the visitor can enter them. */
const DAYS_WITHOUT_RESULTS = 36;

/**
 * Adds results of promotions that were settled more than a month ago: the demo partner's older ones, and two thirds of
 * the other partners', so that results can be compared.
 */
export async function addSales(client: PoolClient, now: Date) {
  await client.query(
    `insert into promotion_results (promotion_id, window_days, baseline_per_day, kenp_micros, updated_at)
     select p.id, $2, case when p.id % 4 < 3 then (p.id % 4) * 0.3 end, $3, p.settled_at + interval '9 days'
     from promotions p join partners on partners.id = p.partner_id
     where p.settled_at < $1::timestamptz - interval '${SERIES_DAYS + 2} days'
       and case when partners.uid = $4 then p.promotion_date < $1::date - ${DAYS_WITHOUT_RESULTS} else p.id % 3 > 0 end`,
    [now, DEFAULT_WINDOW_DAYS, DEFAULT_KENP_MICROS, DEMO_PARTNER.email],
  );
  // 12% to 44% of clicks end in a sale, mostly on the first day. Assumes Amazon's royalties for every store: 70% from
  // $2.99, 35% below.
  await client.query(
    `insert into promotion_sales (promotion_id, book_id, store, sold_on, copies, pages, royalty_cents)
     select p.id, p.book_id, v.store, p.promotion_date + day.offset_days, copies,
       case when v.store = 'amazon' then v.clicks * (p.id % 7) * day.percent / 25 else 0 end,
       round(copies * p.sale_price_cents * case when p.sale_price_cents >= 299 then 0.7 else 0.35 end)
     from promotion_results r join promotions p on p.id = r.promotion_id
       join click_verdicts v on v.promotion_id = p.id and v.outcome = 'billable'
       cross join (values (0, 70), (1, 20), (2, 10)) as day (offset_days, percent)
       cross join lateral (select round(v.clicks * (12 + p.id * 13 % 33) * day.percent / 10000.0)::int as copies) sold
     where copies > 0`,
  );
  // Some readers of a series buy its later books at full price in the weeks after.
  await client.query(
    `insert into promotion_sales (promotion_id, book_id, store, sold_on, copies, pages, royalty_cents)
     select p.id, later.id, 'amazon', null, copies, 0, copies * 279
     from promotion_results r join promotions p on p.id = r.promotion_id join books b on b.id = p.book_id
       join books later on later.author_id = b.author_id and later.series = b.series and later.series_number > b.series_number
       cross join lateral (select p.clicks_billable * (9 - later.series_number) / 100 as copies) sold
     where copies > 0`,
  );
}
