/**
 * Facts of the directory that may be shown: only those with a source. A row based on memory shows its name, URL, and
 * reviews, and nothing else.
 */

import type { SiteCheckInput } from '#shared/promotion-sites.ts';
import { type FactEvidence, isOldFact, SITE_FACTS, type SiteFact } from '#shared/site-facts.ts';

/** In a row's `fact_basis`, means that nothing in it is sourced; in a single fact, that this one isn't. */
export const UNBACKED = /memory|unverified|unsourced/i;

type FactBasis = 'sourced' | 'partly sourced' | 'not sourced';

/** "sourced (2015)" and the like name a source, but not that it is still accurate. */
export function factBasisOf(fact_basis: string): FactBasis {
  if (UNBACKED.test(fact_basis)) return 'not sourced';
  if (fact_basis === 'sourced') return 'sourced';
  return /sourced/i.test(fact_basis) ? 'partly sourced' : 'not sourced';
}

/** Returns the fact, or null if it is empty or unsourced. */
export const backedFact = (text: string) => (text.trim() === '' || UNBACKED.test(text) ? null : text);

type Provenance = { fact_basis: string; sources: string };

/** True if facts of the site may be shown: it has a link to at least one source. */
export const hasSource = ({ fact_basis, sources }: Provenance) =>
  factBasisOf(fact_basis) !== 'not sourced' && sources.trim() !== '';

/** True if neither a check by a person nor a dated source is from the last twelve months. */
export const isDue = (checked_on: string | null, evidence: Readonly<Record<string, FactEvidence>>, today: string) =>
  [checked_on, ...Object.values(evidence).map(({ as_of }) => as_of)].every((as_of) => isOldFact(as_of, today));

type Due = { is_due: boolean; checked_on: string | null; name: string };

/** Sorts sites due for a check first, and those never checked before the others. */
export const dueFirst = (one: Due, other: Due) =>
  Number(other.is_due) - Number(one.is_due) ||
  (one.checked_on ?? '').localeCompare(other.checked_on ?? '') ||
  one.name.localeCompare(other.name);

type Columns = Provenance & { evidence: Readonly<Record<string, FactEvidence>>; price_model: string } & {
  [fact in Exclude<SiteFact, 'price'>]: string;
};

/**
 * The columns after a check on `today`. The facts that were seen get the source and the month. Others keep theirs, but a
 * text that was never sourced is removed: it would be shown once the site has a source.
 */
export function columnsAfterCheck(site: Columns, { source, facts }: SiteCheckInput, today: string) {
  const { price, audience_size, ...texts } = facts;
  const wasBacked = hasSource(site);
  const isPriceBacked = wasBacked && !UNBACKED.test(site.price_model);
  const unbacked = SITE_FACTS.filter((name) => name !== 'price' && (!wasBacked || UNBACKED.test(site[name])));
  const seen = SITE_FACTS.filter((name) => (name === 'price' ? hasPrice(price) : Boolean(texts[name])));
  const gone = SITE_FACTS.filter((name) => name in facts && !seen.includes(name));
  const evidence = {
    ...Object.fromEntries(Object.entries(site.evidence).filter(([name]) => !gone.includes(name as SiteFact))),
    ...Object.fromEntries(seen.map((name) => [name, { as_of: today.slice(0, 7), source }])),
  };
  const sources = site.sources.split(';').map((one) => one.trim());
  return {
    ...Object.fromEntries(unbacked.map((name) => [name, ''])),
    ...texts,
    ...(price ? { price_min_usd: price.min_usd, price_max_usd: price.max_usd } : !isPriceBacked && NO_PRICE),
    ...(audience_size !== undefined && { audience_size }),
    fact_basis: site.fact_basis === 'sourced' ? 'sourced' : 'partly sourced',
    sources: [...new Set([...(wasBacked ? sources : []), source])].filter(Boolean).join('; '),
    evidence,
  };
}

const NO_PRICE = { price_min_usd: null, price_max_usd: null };
const hasPrice = (price: SiteCheckInput['facts']['price']) =>
  price !== undefined && (price.min_usd !== null || price.max_usd !== null);

/** True if the caller may read the review: everyone, unless staff hid it; then its author and staff. */
export const canRead = (
  review: { hidden_at: Date | null; partner_id: number },
  asker: { role: 'partner' | 'user'; id: number } | null,
) => !review.hidden_at || asker?.role === 'user' || (asker?.role === 'partner' && asker.id === review.partner_id);
