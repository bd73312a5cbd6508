import { monthText } from '#shared/article.ts';
import { formatCents } from '#shared/money.ts';
import type { PromotionSite } from '#shared/promotion-sites.ts';
import type { SiteFact } from '#shared/site-facts.ts';

/** 25 → '$25', 4.99 → '$4.99'. */
const dollars = (usd: number) => formatCents(Math.round(usd * 100)).replace(/\.00$/, '');

/** The price of a promotion, or null if it isn't known. */
export function priceText({ price_min_usd: min, price_max_usd: max }: PromotionSite): string | null {
  if (min === null && max === null) return null;
  if (min === null) return `Up to ${dollars(max!)}`;
  if (max === null || max === min) return min === 0 ? 'Free' : dollars(min);
  return `${min === 0 ? 'Free' : dollars(min)} to ${dollars(max)}`;
}

const FACTS = [
  ['kind', 'What it is'],
  ['genres', 'Genres'],
  ['audience_claim', 'Audience, as claimed by the site'],
  ['price_model', 'How it charges'],
  ['deal_price_rule', 'Deal price rules'],
  ['min_reviews', 'Required reviews'],
  ['length_rule', 'Required length'],
  ['repeat_interval_days', 'Minimum days between promotions'],
  ['lead_time', 'Booking lead time'],
  ['selection', 'How books are chosen'],
  ['refund_or_cancel', 'Refunds and cancellation'],
  ['stats_given', 'Reports'],
] as const satisfies readonly (readonly [keyof PromotionSite, string])[];

type LabeledFact = { name: SiteFact; label: string; value: string };

/** The known facts with their labels. */
export function factsOf(site: PromotionSite): LabeledFact[] {
  const price = priceText(site);
  const facts = FACTS.flatMap(([name, label]) => {
    const value = site[name];
    return value ? [{ name, label, value }] : [];
  });
  return price ? [{ name: 'price', label: 'Price', value: price }, ...facts] : facts;
}

export const FACT_LABELS: readonly (readonly [SiteFact, string])[] = [['price', 'Price'], ...FACTS];

/** '$30, last seen February 2015'. Without a known price, the price model, or 'Not known'. */
export function datedPriceText(site: PromotionSite): string {
  const price = priceText(site);
  if (price === null) return site.price_model ?? 'Not known';
  const as_of = site.evidence.price?.as_of;
  return as_of ? `${price}, last seen ${monthText(as_of)}` : `${price}, date not known`;
}

/** The maximum cost per 1,000 claimed readers, or null if it isn't known. */
export const costText = ({ cost_per_thousand_usd: cost }: PromotionSite) =>
  cost === null ? null : formatCents(Math.round(cost * 100));

/** A URL to show, without its protocol, 'www.', and trailing slash. */
export const displayUrl = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

export const reviewsText = ({
  average_rating,
  reviews_count,
}: Pick<PromotionSite, 'average_rating' | 'reviews_count'>) =>
  average_rating === null
    ? 'No reviews yet'
    : `${average_rating.toFixed(1)} of 5, ${reviews_count === 1 ? '1 review' : `${reviews_count} reviews`}`;
