import { formatCents } from '#shared/money.ts';
import { clicksUntilCap, costOf } from '#shared/promotion-cost.ts';
import type { Pricing } from '#shared/statistics.ts';

export type PriceCategory = Pricing['categories'][number];

/** The calculator's input: `?category_id=…&price=free&clicks=…&top=true`. */
export type EstimateInput = { category_id: number; price: 'free' | 'discounted'; clicks: number; top: boolean };

const DEFAULT_CLICKS = 60;
const MAX_CLICKS = 99_999;

/** Reads an address or a form, and ignores invalid values. Null without categories. */
export function estimateInputOf(params: URLSearchParams, categories: readonly PriceCategory[]): EstimateInput | null {
  const category = categories.find((other) => String(other.category_id) === params.get('category_id')) ?? categories[0];
  if (!category) return null;
  const price = params.get('price') === 'free' ? 'free' : 'discounted';
  const clicks = params.get('clicks') ?? '';
  return {
    category_id: category.category_id,
    price,
    clicks: /^\d{1,5}$/.test(clicks) ? Math.min(Number(clicks), MAX_CLICKS) : typicalClicks(category, price),
    top: params.get('top') === 'true',
  };
}

const typicalClicks = (category: PriceCategory, price: EstimateInput['price']) =>
  category[price].median_clicks ?? DEFAULT_CLICKS;

export type CostEstimate = {
  clicks_cents: number;
  top_cents: number;
  total_cents: number;
  /** True if the clicks and add-ons would cost more than the cap. */
  isCapped: boolean;
  /** True if the total is too small to be charged. */
  isWaived: boolean;
  /** The number of clicks that reaches the cap; further clicks are free. */
  clicks_until_cap: number;
};

/** The cost of the entered clicks and the top spot, if chosen, without a code or credit. */
export function estimateOf(pricing: Pick<Pricing, 'max_cost_cents'>, category: PriceCategory, input: EstimateInput) {
  const { cpc_cents } = category[input.price];
  const addon_cents = input.top ? [category.top_of_newsletter_addon_cents] : [];
  const terms = { cpc_cents, addon_cents, max_cost_cents: pricing.max_cost_cents, discount: null };
  const cost = costOf(terms, input.clicks);
  return {
    clicks_cents: cost.clicks_cents,
    top_cents: cost.addons_cents,
    total_cents: cost.total_cents,
    isCapped: cost.over_cap_cents > 0,
    isWaived: cost.waived_cents > 0,
    clicks_until_cap: clicksUntilCap(terms),
  } satisfies CostEstimate;
}

/** '$32.00', or 'Not enough data'. */
export const typicalCostText = ({ typical_cost_cents }: PriceCategory['free']) =>
  typical_cost_cents === null ? 'Not enough data' : formatCents(typical_cost_cents);
