/**
 * Rules of the directory of promotion sites, for the server and for pages. Without zod, so that public pages stay
 * small.
 */

/** Facts that can each have their own evidence; `price` is the lowest and the highest price. */
export const SITE_FACTS = [
  'price',
  'kind',
  'genres',
  'audience_claim',
  'price_model',
  'deal_price_rule',
  'min_reviews',
  'length_rule',
  'repeat_interval_days',
  'lead_time',
  'selection',
  'refund_or_cancel',
  'stats_given',
] as const;
export type SiteFact = (typeof SITE_FACTS)[number];

/** `as_of` is the date of the page copy that we read (a month or year), or the month of a check; null if unknown. */
export type FactEvidence = { as_of: string | null; source: string | null };

/** Fewer reviews than this aren't published as a rating for search engines. */
export const MIN_RATED_REVIEWS = 5;
/** A site is due for a check unless its last check or one of its dated facts is at most this old. */
export const MAX_FACT_MONTHS = 12;
export const MAX_COMPARED_SITES = 4;

/** Tiers by a site's lowest price, from `from_usd` to `to_usd`. */
export const BUDGETS = [
  { name: 'free', from_usd: 0, to_usd: 0, label: 'Free' },
  { name: 'small', from_usd: 0.01, to_usd: 25, label: 'Up to $25' },
  { name: 'medium', from_usd: 25.01, to_usd: 100, label: '$25 to $100' },
  { name: 'large', from_usd: 100.01, to_usd: 100_000, label: 'More than $100' },
] as const;
export type Budget = (typeof BUDGETS)[number]['name'];

type Price = { price_min_usd: number | null; price_max_usd: number | null };

/** The tier of a site; null without a known price. */
export const budgetOf = ({ price_min_usd }: Price): Budget | null =>
  BUDGETS.find(({ from_usd, to_usd }) => price_min_usd !== null && price_min_usd >= from_usd && price_min_usd <= to_usd)
    ?.name ?? null;

/** The maximum cost of a thousand claimed readers, in dollars: the highest price for the smallest claimed list. */
export function costPerThousand({ price_min_usd, price_max_usd }: Price, audience_size: number | null) {
  const price = price_max_usd ?? price_min_usd;
  return price === null || audience_size === null ? null : Math.round((price * 100_000) / audience_size) / 100;
}

/** True if the date ('2025-08' or '2025') is unknown, or its month may be more than twelve months before this one. */
export function isOldFact(as_of: string | null, today: string): boolean {
  if (as_of === null) return true;
  return monthsOf(today) - monthsOf(as_of) > MAX_FACT_MONTHS;
}

/** A year counts as its January. */
function monthsOf(date: string) {
  const [year, month = '1'] = date.split('-');
  return Number(year) * 12 + Number(month);
}
