import type { LastPromotionPercentile } from '#shared/promotions.ts';

const OF = { book: 'this book', author: 'another book of this author', partner: 'another book of this partner' };

/** '72nd percentile of 118 comparable promotions: 90 clicks …'; says so where there is nothing to compare. */
export function lastResultText(last: LastPromotionPercentile) {
  if (last.basis === null) return 'This partner has had no settled promotion before.';
  const result = `${last.clicks} clicks (${last.clicks_per_thousand?.toFixed(1)} per 1,000 mails) with ${OF[last.basis]}.`;
  return last.percentile === null
    ? `${result} Too few comparable promotions to rank it (${last.sample_size}).`
    : `${ordinal(last.percentile)} percentile of ${last.sample_size} comparable promotions: ${result}`;
}

const rules = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIX: { [rule in Intl.LDMLPluralRule]?: string } = { one: 'st', two: 'nd', few: 'rd' };

/** 72 → '72nd' */
export const ordinal = (value: number) => `${value}${SUFFIX[rules.select(value)] ?? 'th'}`;
