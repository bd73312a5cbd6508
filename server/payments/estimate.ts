/** The estimated cost of a promotion, and the cost of its clicks so far. */
import type { Category } from '#prisma';
import { promotionClicks } from '#server/clicks/service.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { clicksPerThousand, MIN_SAMPLE } from '#server/promotions/percentile.ts';
import type { PromotionRow } from '#server/promotions/queries.ts';
import { statusOf } from '#server/promotions/state.ts';
import { activeReaderCounts } from '#server/readers/active.ts';
import { warmUpReach } from '#server/warm-up/reach.ts';
import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { costOf, promotionMoney } from '#shared/promotion-cost.ts';
import type { Estimate, PromotionClicks } from '#shared/promotions.ts';
import { questionUntil } from './click-questions.ts';

type PriceType = 'free' | 'discounted';

type PlannedPromotion = {
  category_id: number;
  price_type: PriceType;
  /** The rate of a booked promotion, because the category's rate may have changed since. */
  cpc_cents?: number;
  /** The cap of a booked promotion, which settlement uses. */
  max_cost_cents?: number;
  /** The date of the promotion's newsletter, by default the next one. */
  date?: string | undefined;
};

/**
 * Estimates the typical range of a promotion's cost: the interquartile range of similar promotions or, if there are too
 * few, the category's assumed click rate ± 30%. During a warm-up, counts only the readers whom it reaches on the date.
 */
export async function estimateCost(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  { category_id, price_type, date, ...booked }: PlannedPromotion,
): Promise<Estimate> {
  const category = await deps.db.category.findUnique({ where: { id: category_id } });
  if (!category) throw notFound();
  const cpc_cents =
    booked.cpc_cents ?? (price_type === 'free' ? category.cpc_free_cents : category.cpc_discounted_cents);
  const max_cost_cents = booked.max_cost_cents ?? MAX_PROMO_COST_CENTS;
  const [row] = await deps.db.$queryRaw<
    { readers: number; sample_size: number; low: number | null; high: number | null }[]
  >`
    select
      (select coalesce(sum(readers), 0)::int from ${activeReaderCounts(deps.now())} active
        where category_id = ${category_id} and (${price_type} = 'free' or not free_only))
        + coalesce((select case when ${price_type} = 'free' then readers else readers - free_only end from counted_audiences
          where category_id = ${category_id} order by newsletter_id desc limit 1), 0) as readers,
      count(*)::int as sample_size,
      percentile_cont(0.25) within group (order by clicks_billable) as low,
      percentile_cont(0.75) within group (order by clicks_billable) as high
    from promotion_stats
    where category_id = ${category_id} and price_type = ${price_type}::"PriceType"`;
  const { readers, sample_size, low, high } = row!;
  const hasHistory = sample_size >= MIN_SAMPLE;
  const { next, on, note } = await warmUpReach(deps);
  const reach = date ? on(date) : next;
  const assumedClicks = readers * assumedRate(category, price_type) * reach.of_list;
  const typical_low_clicks = Math.round(hasHistory ? low! * reach.of_history : assumedClicks * 0.7);
  const typical_high_clicks = Math.round(hasHistory ? high! * reach.of_history : assumedClicks * 1.3);
  const terms = { cpc_cents, addon_cents: [], max_cost_cents, discount: null };
  return {
    category_id,
    price_type,
    cpc_cents,
    max_cost_cents,
    typical_low_cents: costOf(terms, typical_low_clicks).subtotal_cents,
    typical_high_cents: costOf(terms, typical_high_clicks).subtotal_cents,
    typical_low_clicks,
    typical_high_clicks,
    readers,
    warm_up_readers: reach.readers,
    warm_up_note: reach.readers === null ? null : note,
    sample_size,
    basis: hasHistory ? 'history' : 'assumption',
  };
}

const assumedRate = (category: Category, price_type: PriceType) =>
  price_type === 'free' ? category.assumed_free_click_rate : category.assumed_discounted_click_rate;

export async function clicksAndCost(
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  promotion: PromotionRow,
): Promise<PromotionClicks> {
  const { id, settled_at } = promotion;
  const clicks = await promotionClicks(pool, { id, settled: settled_at !== null });
  const counted = clicks.settled ? clicks.billable : clicks.raw;
  const until = questionUntil(promotion);
  const canQuestion = until && now() <= until && clicks.questions.every(({ answered_at }) => answered_at);
  return {
    ...clicks,
    question_until: canQuestion ? until.toISOString() : null,
    rules_version: promotion.rules_version,
    money: promotionMoney(promotion, statusOf(promotion)),
    window: windowOf(promotion, clicks.clicks),
    as_of: now().toISOString(),
    clicks_per_thousand: clicks.delivered ? clicksPerThousand(counted, clicks.delivered) : null,
  };
}

/** Starts with the hour of the first click, because a paused send may take hours, or else with the end of the send. */
function windowOf({ sent_at, click_window_ends_at }: PromotionRow, clicks: PromotionClicks['clicks']) {
  if (!sent_at || !click_window_ends_at) return null;
  const from = Math.min(sent_at.getTime(), ...clicks.map(({ hour }) => Date.parse(hour)));
  return { from: new Date(from).toISOString(), to: click_window_ends_at.toISOString() };
}
