/**
 * The break-even calculator's address:
 * `?category_id=…&book_price=0.99&plan=kdp35&mb=1&conversion=10&read_on=30&later=6&low=…`.
 */
import { type Expectations, ROYALTY_PLANS } from '#shared/break-even.ts';
import { MAX_DEAL_PRICE_CENTS } from '#shared/submission-rules.ts';
import type { PriceCategory } from './estimate.ts';

export type ExpectedClicks = { low: number; usual: number; high: number };
export type BreakEvenInput = Expectations & { category: PriceCategory; clicks: ExpectedClicks };

/** For categories with too few promotions at the price. */
const ASSUMED_CLICKS: ExpectedClicks = { low: 30, usual: 60, high: 120 };
const MAX_LATER_CENTS = 100_000;

/** Reads an address or a form, and ignores invalid values. `slug` is the default category. Null without categories. */
export function breakEvenInputOf(
  params: URLSearchParams,
  categories: readonly PriceCategory[],
  slug?: string,
): BreakEvenInput | null {
  const category =
    categories.find(({ category_id }) => String(category_id) === params.get('category_id')) ??
    categories.find((other) => other.slug === slug) ??
    categories[0];
  if (!category) return null;
  const number = (name: string, fallback: number, max: number) =>
    Math.min(max, decimalOf(params.get(name)) ?? fallback);
  const cents = (name: string, fallback: number, max: number) =>
    Math.round(number(name, fallback / 100, max / 100) * 100);
  const price_cents = cents('book_price', 99, MAX_DEAL_PRICE_CENTS);
  const usual = typicalClicks(category, price_cents);
  const clicks = (name: keyof ExpectedClicks) => Math.round(number(name, usual[name], 99_999));
  return {
    category,
    price_cents,
    plan: ROYALTY_PLANS.find((plan) => plan === params.get('plan')) ?? 'kdp35',
    file_mb: number('mb', 1, 650),
    other_percent: number('royalty', 70, 100),
    conversion_percent: number('conversion', 10, 100),
    read_on_percent: number('read_on', 30, 100),
    later_cents: cents('later', 600, MAX_LATER_CENTS),
    clicks: { low: clicks('low'), usual: clicks('usual'), high: clicks('high') },
  };
}

/** '4.99' → 4.99, '.5' → 0.5; null for other text, such as more than two decimals. */
const decimalOf = (text: string | null) => (text && /^\d{0,6}(\.\d{1,2})?$/.test(text) ? Number(text) : null);

export const statisticsAtPrice = (category: PriceCategory, price_cents: number) =>
  price_cents === 0 ? category.free : category.discounted;

/** The category's clicks for books of this price, or assumed ones. */
export function typicalClicks(category: PriceCategory, price_cents: number): ExpectedClicks {
  const { low_clicks, median_clicks, high_clicks } = statisticsAtPrice(category, price_cents);
  if (low_clicks === null || median_clicks === null || high_clicks === null) return ASSUMED_CLICKS;
  return { low: low_clicks, usual: median_clicks, high: high_clicks };
}

/**
 * The query string of a result. Leaves out values that the plan doesn't use, and click counts that are the category's
 * typical ones.
 */
export function breakEvenQuery({ category, clicks, ...input }: BreakEvenInput): string {
  const usual = typicalClicks(category, input.price_cents);
  const enteredClicks = (['low', 'usual', 'high'] as const).filter((name) => clicks[name] !== usual[name]);
  return String(
    new URLSearchParams({
      category_id: String(category.category_id),
      book_price: (input.price_cents / 100).toFixed(2),
      plan: input.plan,
      ...(input.plan.startsWith('kdp70') && { mb: String(input.file_mb) }),
      ...(input.plan === 'other' && { royalty: String(input.other_percent) }),
      conversion: String(input.conversion_percent),
      read_on: String(input.read_on_percent),
      later: (input.later_cents / 100).toFixed(2),
      ...Object.fromEntries(enteredClicks.map((name) => [name, String(clicks[name])])),
    }),
  );
}
