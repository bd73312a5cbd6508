/**
 * What of the directory may be shown as fact: only what a source backs. Nobody's memory does; a row that
 * rests on it keeps its name, its address and its reviews, and nothing else.
 */

/** In a row's `fact_basis`: nothing in it is backed. In a single fact: this one is not. */
export const UNBACKED = /memory|unverified|unsourced/i;

type FactBasis = 'sourced' | 'partly sourced' | 'not sourced';

/** "sourced (2015)" and the like say where from, but not that it still holds. */
export function factBasisOf(fact_basis: string): FactBasis {
  if (UNBACKED.test(fact_basis)) return 'not sourced';
  if (fact_basis === 'sourced') return 'sourced';
  return /sourced/i.test(fact_basis) ? 'partly sourced' : 'not sourced';
}

/** Null for what is empty or unbacked. */
export const backedFact = (text: string) => (text.trim() === '' || UNBACKED.test(text) ? null : text);

/** A review is read by everybody unless staff hid it; then by its writer and by staff. */
export const mayRead = (
  review: { hidden_at: Date | null; partner_id: number },
  asker: { role: 'partner' | 'user'; id: number } | null,
) => !review.hidden_at || asker?.role === 'user' || (asker?.role === 'partner' && asker.id === review.partner_id);
