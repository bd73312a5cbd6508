/**
 * Rules of the directory: which facts may be shown, when a site is due for a check, what a check changes, and who may
 * read a review. Only sourced facts may be shown, so a row based on memory shows only its name, URL, and reviews.
 */

import type { SiteCheckInput } from '#shared/promotion-sites.ts';
import { type FactEvidence, isOldFact, SITE_FACTS, type SiteFact } from '#shared/site-facts.ts';

/** Marks a row without any sourced fact in `fact_basis`, and a fact without a source in the fact itself. */
export const UNSOURCED = /memory|unverified|unsourced/i;

type FactBasis = 'sourced' | 'partly sourced' | 'not sourced';

/** Classifies a row. A qualified text such as "sourced (2015)" counts as partly sourced, because it may be outdated. */
export function factBasisOf(fact_basis: string): FactBasis {
  if (UNSOURCED.test(fact_basis)) return 'not sourced';
  if (fact_basis === 'sourced') return 'sourced';
  return /sourced/i.test(fact_basis) ? 'partly sourced' : 'not sourced';
}

/** Returns the fact, or null if it is empty or unsourced. */
export const sourcedFact = (text: string) => (text.trim() === '' || UNSOURCED.test(text) ? null : text);

type Provenance = { fact_basis: string; sources: string };

/** True if facts of the site may be shown. */
export const hasSource = ({ fact_basis, sources }: Provenance) =>
  factBasisOf(fact_basis) !== 'not sourced' && sources.trim() !== '';

/** True unless a person's check or a dated source is from this month or the twelve before it. */
export const isDue = (checked_on: string | null, evidence: Readonly<Record<string, FactEvidence>>, today: string) =>
  [checked_on, ...Object.values(evidence).map(({ as_of }) => as_of)].every((as_of) => isOldFact(as_of, today));

type Due = { is_due: boolean; checked_on: string | null; name: string };

/** Sorts sites that are due for a check first, then by their last check, never-checked ones first. */
export const dueFirst = (a: Due, b: Due) =>
  Number(b.is_due) - Number(a.is_due) ||
  (a.checked_on ?? '').localeCompare(b.checked_on ?? '') ||
  a.name.localeCompare(b.name);

type Columns = Provenance & { evidence: Readonly<Record<string, FactEvidence>>; price_model: string } & {
  [fact in Exclude<SiteFact, 'price'>]: string;
};

/**
 * Returns the columns after a check on `today`. Facts that the source states get this source and month, those it no
 * longer states lose theirs, and unchecked facts keep theirs. A new claim about the audience without a number removes
 * the old number. Unsourced texts and prices are removed, because they would be shown once the site has a source.
 */
export function columnsAfterCheck(site: Columns, { source, facts }: SiteCheckInput, today: string) {
  const isNewClaim = 'audience_claim' in facts && facts.audience_claim !== site.audience_claim;
  const { price, audience_size = isNewClaim ? null : undefined, ...texts } = facts;
  const wasSourced = hasSource(site);
  const isPriceSourced = wasSourced && !UNSOURCED.test(site.price_model);
  const unsourced = SITE_FACTS.filter((name) => name !== 'price' && (!wasSourced || UNSOURCED.test(site[name])));
  const stated = SITE_FACTS.filter((name) => (name === 'price' ? hasPrice(price) : Boolean(texts[name])));
  const removed = SITE_FACTS.filter((name) => name in facts && !stated.includes(name));
  const evidence = {
    ...Object.fromEntries(Object.entries(site.evidence).filter(([name]) => !removed.includes(name as SiteFact))),
    ...Object.fromEntries(stated.map((name) => [name, { as_of: today.slice(0, 7), source }])),
  };
  const sources = site.sources.split(';').map((text) => text.trim());
  return {
    ...Object.fromEntries(unsourced.map((name) => [name, ''])),
    ...texts,
    ...(price ? { price_min_usd: price.min_usd, price_max_usd: price.max_usd } : !isPriceSourced && NO_PRICE),
    ...(audience_size !== undefined && { audience_size }),
    fact_basis: site.fact_basis === 'sourced' ? 'sourced' : 'partly sourced',
    sources: [...new Set([...(wasSourced ? sources : []), source])].filter(Boolean).join('; '),
    evidence,
  };
}

const NO_PRICE = { price_min_usd: null, price_max_usd: null };
const hasPrice = (price: SiteCheckInput['facts']['price']) =>
  price !== undefined && (price.min_usd !== null || price.max_usd !== null);

/** True if the caller may read the review. If staff hid it, only they and its author may. */
export const canRead = (
  review: { hidden_at: Date | null; partner_id: number },
  viewer: { role: 'partner' | 'user'; id: number } | null,
) => !review.hidden_at || viewer?.role === 'user' || (viewer?.role === 'partner' && viewer.id === review.partner_id);
