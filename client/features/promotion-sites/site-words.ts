import { formatCents } from '#shared/money.ts';
import type { PromotionSite } from '#shared/promotion-sites.ts';

/** 25 → '$25', 4.99 → '$4.99'. */
const dollars = (usd: number) => formatCents(Math.round(usd * 100)).replace(/\.00$/, '');

/** What a place costs there; null when no source says it. */
export function priceText({ price_min_usd: min, price_max_usd: max }: PromotionSite): string | null {
  if (min === null && max === null) return null;
  if (min === null) return `Up to ${dollars(max!)}`;
  if (max === null || max === min) return min === 0 ? 'Free' : dollars(min);
  return `${min === 0 ? 'Free' : dollars(min)} to ${dollars(max)}`;
}

const FACTS = [
  ['kind', 'What it is'],
  ['genres', 'Genres'],
  ['audience_claim', 'Readers, by its own account'],
  ['price_model', 'How it charges'],
  ['deal_price_rule', 'Price of the deal'],
  ['min_reviews', 'Reviews asked for'],
  ['length_rule', 'Length asked for'],
  ['repeat_interval_days', 'Days between two promotions'],
  ['lead_time', 'Book how long before'],
  ['selection', 'How books are chosen'],
  ['refund_or_cancel', 'Refunds and cancelling'],
  ['stats_given', 'Numbers you get'],
] as const satisfies readonly (readonly [keyof PromotionSite, string])[];

/** The facts that a source backs, in words. */
export function factsOf(site: PromotionSite): { label: string; value: string }[] {
  const price = priceText(site);
  const facts = FACTS.flatMap(([name, label]) => {
    const value = site[name];
    return value ? [{ label, value }] : [];
  });
  return price ? [{ label: 'Price', value: price }, ...facts] : facts;
}

export const reviewsText = ({
  average_rating,
  reviews_count,
}: Pick<PromotionSite, 'average_rating' | 'reviews_count'>) =>
  average_rating === null
    ? 'No reviews yet'
    : `${average_rating.toFixed(1)} of 5, ${reviews_count === 1 ? '1 review' : `${reviews_count} reviews`}`;
