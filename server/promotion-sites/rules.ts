/**
 * Facts of the directory that may be shown: only those with a source. A row based on memory shows its name, URL, and
 * reviews, and nothing else.
 */

/** In a row's `fact_basis`, means that nothing in it is sourced; in a single fact, that this one isn't. */
export const UNBACKED = /memory|unverified|unsourced/i;

type FactBasis = 'sourced' | 'partly sourced' | 'not sourced';

/** "sourced (2015)" and the like name a source, but not that it is still accurate. */
export function factBasisOf(fact_basis: string): FactBasis {
  if (UNBACKED.test(fact_basis)) return 'not sourced';
  if (fact_basis === 'sourced') return 'sourced';
  return /sourced/i.test(fact_basis) ? 'partly sourced' : 'not sourced';
}

/** Null for an empty or unsourced fact. */
export const backedFact = (text: string) => (text.trim() === '' || UNBACKED.test(text) ? null : text);

/** True if the caller may read the review: everyone, unless staff hid it; then its author and staff. */
export const mayRead = (
  review: { hidden_at: Date | null; partner_id: number },
  asker: { role: 'partner' | 'user'; id: number } | null,
) => !review.hidden_at || asker?.role === 'user' || (asker?.role === 'partner' && asker.id === review.partner_id);
