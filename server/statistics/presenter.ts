import { CLICK_WINDOW_HOURS, MAX_PROMO_COST_CENTS, MIN_CHARGE_CENTS } from '#shared/business.ts';
import type { Pricing, Statistics } from '#shared/statistics.ts';
import type { CategoryFigures, MonthFigures, Totals } from './queries.ts';
import { roundIfEnough } from './rules.ts';

/**
 * `readers` that the next newsletter reaches during a warm-up, or null for all; `of_history` scales figures of past
 * promotions (server/warm-up/reach.ts).
 */
type Reach = { readers: number | null; of_history: number };

export type Figures = {
  as_of: Date;
  demo: boolean;
  reach: Reach;
  categories: CategoryFigures[];
  totals: Totals;
  months: MonthFigures[];
};

const METHOD =
  'Active readers have confirmed their address, are subscribed, and haven’t bounced in the last 90 days. ' +
  'We show medians for a category and price once at least five promotions are settled. A quarter of them got fewer clicks than ' +
  'the low figure, and a quarter got more than the high one. Cost is clicks plus add-ons, at most $60.00, before discounts and ' +
  'credit. We count billable clicks for 72 hours, excluding bots and duplicates.';

export const presentStatistics = (figures: Figures): Statistics => ({
  ...sourceOf(figures),
  totals: {
    active_readers: figures.totals.active_readers,
    newsletters_sent: figures.totals.newsletters_sent,
    mails_delivered: figures.totals.mails_delivered,
    promotions_sent: figures.totals.promotions_sent,
    billable_clicks: figures.totals.billable_clicks,
  },
  categories: figures.categories.map((category) => presentCategory(category, figures.reach)),
  months: figures.months.map(({ month, new_readers, mails_delivered, promotions_sent, billable_clicks, clicks }) => ({
    month,
    new_readers,
    mails_delivered,
    promotions_sent,
    billable_clicks,
    clicks,
  })),
});

export const presentPricing = (figures: Figures): Pricing => ({
  ...sourceOf(figures),
  max_cost_cents: MAX_PROMO_COST_CENTS,
  min_charge_cents: MIN_CHARGE_CENTS,
  click_window_hours: CLICK_WINDOW_HOURS,
  categories: figures.categories.map((category) => ({
    ...presentCategory(category, figures.reach),
    daily_slots: category.daily_slots,
    top_of_newsletter_addon_cents: category.top_of_newsletter_addon_cents,
  })),
});

const sourceOf = ({ as_of, demo, reach: { readers, of_history } }: Figures) => ({
  as_of: as_of.toISOString(),
  method: of_history < 1 ? `${METHOD} ${WARM_UP_METHOD}` : METHOD,
  warm_up_readers: readers,
  is_scaled: of_history < 1,
  demo,
});

const WARM_UP_METHOD =
  'While we’re warming up our sending domain, the newsletter reaches only some of our readers, so we scale each category’s clicks and costs down to match.';

const presentCategory = (category: CategoryFigures, reach: Reach) => ({
  category_id: category.category_id,
  slug: category.slug,
  name: category.name,
  super_category_id: category.super_category_id,
  active_readers: category.active_readers,
  free: presentPrice(category, 'free', reach),
  discounted: presentPrice(category, 'discounted', reach),
});

function presentPrice(category: CategoryFigures, price: 'free' | 'discounted', { of_history }: Reach) {
  const sample_size = category[`${price}_sample_size`];
  const figureOf = (name: 'low_clicks' | 'median_clicks' | 'high_clicks' | 'median_cents') => {
    const figure = category[`${price}_${name}`];
    return roundIfEnough(figure === null ? null : figure * of_history, sample_size);
  };
  return {
    cpc_cents: category[`cpc_${price}_cents`],
    sample_size,
    low_clicks: figureOf('low_clicks'),
    median_clicks: figureOf('median_clicks'),
    high_clicks: figureOf('high_clicks'),
    typical_cost_cents: figureOf('median_cents'),
  };
}
