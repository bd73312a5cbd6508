/** What comparable promotions brought: the percentile of the last one, and the estimate for the next. */

import type { Category } from '#prisma';
import { promotionClicks } from '#server/clicks/service.ts';
import type { Database } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { dateText } from '#shared/dates.ts';
import type { Estimate, LastPromotionPercentile, PromotionClicks } from '#shared/promotions.ts';
import { promotionCostCents } from './cost.ts';
import { MIN_SAMPLE, percentileOf } from './percentile.ts';
import type { PromotionRow } from './queries.ts';

const YEAR_DAYS = 365;

type Last = {
  basis: 'book' | 'author' | 'partner';
  promotion_id: number;
  promotion_date: Date;
  clicks: number;
  clicks_per_thousand: number;
  category_id: number;
  sample_size: number;
  below: number;
  equal: number;
};

/** The last settled promotion of the same book before this one, else of the author, else of the partner, among its like. One statement. */
export async function lastPromotionPercentile(db: Database, promotion: PromotionRow): Promise<LastPromotionPercentile> {
  const own = await ownResult(db, promotion.id);
  const [last] = await db.$queryRaw<Last[]>`
    with this as (
      select p.id, p.partner_id, p.book_id, b.author_id, coalesce(p.promotion_date, p.requested_date) as date
      from promotions p join books b on b.id = p.book_id where p.id = ${promotion.id}
    ), last as (
      select s.*, case when p.book_id = this.book_id then 'book' when b.author_id = this.author_id then 'author' else 'partner' end as basis
      from this join promotions p on p.partner_id = this.partner_id and p.id <> this.id
        join books b on b.id = p.book_id
        join promotion_stats s on s.promotion_id = p.id and s.promotion_date < this.date
      order by (p.book_id = this.book_id) desc, (b.author_id = this.author_id) desc nulls last, s.promotion_date desc, s.promotion_id desc
      limit 1
    )
    select last.basis, last.promotion_id, last.promotion_date, last.clicks_billable as clicks, last.clicks_per_thousand, last.category_id,
      count(s.promotion_id)::int as sample_size,
      count(*) filter (where s.clicks_per_thousand < last.clicks_per_thousand)::int as below,
      count(*) filter (where s.clicks_per_thousand = last.clicks_per_thousand)::int as equal
    from last left join promotion_stats s on s.category_id = last.category_id and s.price_type = last.price_type
      and s.promotion_id <> last.promotion_id
      and s.promotion_date between last.promotion_date - ${YEAR_DAYS}::int and last.promotion_date
    group by 1, 2, 3, 4, 5, 6`;
  if (!last) return { ...NOTHING_YET, own };
  const { below, equal, ...facts } = last;
  return {
    ...facts,
    promotion_date: dateText(last.promotion_date),
    percentile: percentileOf({ below, equal, sample_size: last.sample_size }),
    own,
  };
}

type Own = { clicks: number; clicks_per_thousand: number; sample_size: number; below: number; equal: number };

/** Null until the promotion's clicks are counted. */
async function ownResult(db: Database, id: number): Promise<LastPromotionPercentile['own']> {
  const [found] = await db.$queryRaw<Own[]>`
    select own.clicks_billable as clicks, own.clicks_per_thousand,
      count(s.promotion_id)::int as sample_size,
      count(*) filter (where s.clicks_per_thousand < own.clicks_per_thousand)::int as below,
      count(*) filter (where s.clicks_per_thousand = own.clicks_per_thousand)::int as equal
    from promotion_stats own left join promotion_stats s on s.category_id = own.category_id and s.price_type = own.price_type
      and s.promotion_id <> own.promotion_id
      and s.promotion_date between own.promotion_date - ${YEAR_DAYS}::int and own.promotion_date
    where own.promotion_id = ${id}
    group by 1, 2`;
  if (!found) return null;
  const { below, equal, ...facts } = found;
  return { ...facts, percentile: percentileOf({ below, equal, sample_size: facts.sample_size }) };
}

const NOTHING_YET: Omit<LastPromotionPercentile, 'own'> = {
  percentile: null,
  basis: null,
  promotion_id: null,
  promotion_date: null,
  clicks: null,
  clicks_per_thousand: null,
  category_id: null,
  sample_size: 0,
};

type PriceType = 'free' | 'discounted';

type Planned = {
  category_id: number;
  price_type: PriceType;
  /** Of a promotion that is booked: the category's price may have changed since. */
  cpc_cents?: number;
};

/** "At most $60.00, typically $a to $b": the middle half of like promotions, or the category's assumed click rate while there are too few. */
export async function estimateCost(deps: Deps, { category_id, price_type, ...booked }: Planned): Promise<Estimate> {
  const category = await deps.db.category.findUnique({ where: { id: category_id } });
  if (!category) throw missing();
  const cpc_cents =
    booked.cpc_cents ?? (price_type === 'free' ? category.cpc_free_cents : category.cpc_discounted_cents);
  const [found] = await deps.db.$queryRaw<
    { readers: number; sample_size: number; low: number | null; high: number | null }[]
  >`
    select
      (select count(*)::int from reader_categories rc join readers r on r.id = rc.reader_id
        where rc.category_id = ${category_id} and r.status = 'active' and (${price_type} = 'free' or not r.free_only)) as readers,
      count(*)::int as sample_size,
      percentile_cont(0.25) within group (order by clicks_billable) as low,
      percentile_cont(0.75) within group (order by clicks_billable) as high
    from promotion_stats
    where category_id = ${category_id} and price_type = ${price_type}::"PriceType"`;
  const { readers, sample_size, low, high } = found!;
  const isHistory = sample_size >= MIN_SAMPLE;
  const assumed = readers * assumedRate(category, price_type);
  const costOf = (clicks: number) => promotionCostCents(Math.round(clicks), cpc_cents, []);
  return {
    category_id,
    price_type,
    cpc_cents,
    max_cost_cents: MAX_PROMO_COST_CENTS,
    typical_low_cents: costOf(isHistory ? low! : assumed * 0.7),
    typical_high_cents: costOf(isHistory ? high! : assumed * 1.3),
    readers,
    sample_size,
    basis: isHistory ? 'history' : 'assumption',
  };
}

const assumedRate = (category: Category, price_type: PriceType) =>
  price_type === 'free' ? category.assumed_free_click_rate : category.assumed_discounted_click_rate;

/** Before the settlement every click counts as billable: it can only become less. */
export async function clicksAndCost({ pool }: Deps, promotion: PromotionRow): Promise<PromotionClicks> {
  const { id, settled_at, cpc_cents, max_cost_cents } = promotion;
  const clicks = await promotionClicks(pool, { id, settled: settled_at !== null });
  const addons = promotion.addons.filter(({ state }) => state === 'confirmed').map(({ price_cents }) => price_cents);
  const counted = clicks.settled ? clicks.billable : clicks.raw;
  return { ...clicks, cost_so_far_cents: promotionCostCents(counted, cpc_cents, addons, max_cost_cents) };
}
