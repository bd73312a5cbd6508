import { formatCents } from '#shared/money.ts';
import type { Pricing } from '#shared/statistics.ts';

export type PriceCategory = Pricing['categories'][number];

/** What the calculator is asked: `?category_id=…&price=free&clicks=…&top=true`. */
export type Asked = { category_id: number; price: 'free' | 'discounted'; clicks: number; top: boolean };

const USUAL_CLICKS = 60;
const MAX_CLICKS = 99_999;

/** Reads an address or a form; what makes no sense there counts as not said. Null without categories. */
export function askedOf(params: URLSearchParams, categories: readonly PriceCategory[]): Asked | null {
  const category = categories.find((other) => String(other.category_id) === params.get('category_id')) ?? categories[0];
  if (!category) return null;
  const price = params.get('price') === 'free' ? 'free' : 'discounted';
  const clicks = params.get('clicks') ?? '';
  return {
    category_id: category.category_id,
    price,
    clicks: /^\d{1,5}$/.test(clicks) ? Math.min(Number(clicks), MAX_CLICKS) : usualClicks(category, price),
    top: params.get('top') === 'true',
  };
}

const usualClicks = (category: PriceCategory, price: Asked['price']) => category[price].median_clicks ?? USUAL_CLICKS;

export type Estimate = {
  clicks_cents: number;
  top_cents: number;
  total_cents: number;
  /** The ceiling is reached: further clicks are free. */
  capped: boolean;
  /** Too little to be charged. */
  waived: boolean;
  /** After so many clicks the rest are free. */
  clicks_until_ceiling: number;
};

/** The ceiling includes the top place (server/billing says the same of a bill). */
export function estimateOf(
  pricing: Pick<Pricing, 'max_cost_cents' | 'min_charge_cents'>,
  category: PriceCategory,
  asked: Asked,
) {
  const { cpc_cents } = category[asked.price];
  const clicks_cents = asked.clicks * cpc_cents;
  const top_cents = asked.top ? category.top_of_newsletter_addon_cents : 0;
  const cost = Math.min(pricing.max_cost_cents, clicks_cents + top_cents);
  const waived = cost > 0 && cost < pricing.min_charge_cents;
  return {
    clicks_cents,
    top_cents,
    total_cents: waived ? 0 : cost,
    capped: clicks_cents + top_cents > pricing.max_cost_cents,
    waived,
    clicks_until_ceiling: Math.ceil(Math.max(0, pricing.max_cost_cents - top_cents) / cpc_cents),
  } satisfies Estimate;
}

/** What a promotion of a category and price usually came to. */
export const typicalText = ({ typical_cost_cents }: PriceCategory['free']) =>
  typical_cost_cents === null ? 'Not enough data' : formatCents(typical_cost_cents);
