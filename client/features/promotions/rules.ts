import { paths } from '#shared/paths.ts';
import type { PromotionCheckAnswer } from '#shared/promotions.ts';

export type Rule = PromotionCheckAnswer['rules'][number];

/** What each submission rule asks, as a thing to be met. Why one failed, the server says. */
const WANTED: Record<string, string> = {
  price_too_high: 'Free, or at most $4.99',
  discount_too_small: 'At least half off',
  too_short: 'Long enough for its category',
  rating_too_low: 'Rated well enough',
  repeat_too_soon: '30 days between promotions of a book',
  author_twice: "The author's only book in that newsletter",
  no_store_link: 'Sold in at least one store',
  store_mismatch: 'Store links lead to their stores',
  pre_order: 'On sale by that date',
  date_full: 'A place is free on that date',
  date_past: "That date's newsletter is still open",
  date_too_far: 'At most 90 days ahead',
  no_card: 'A valid default card',
  unpaid_promotion: 'No unpaid promotion',
  open_dispute: 'No disputed charge',
  adult_category: 'The category suits the readers it is for',
};

export const ruleTitle = ({ code }: Pick<Rule, 'code'>) => WANTED[code] ?? code.replaceAll('_', ' ');

/** What stands in the way, what the form does not say yet, and what is settled. */
export const sortedRules = (rules: readonly Rule[]) => ({
  failed: rules.filter(({ passed }) => passed === false),
  open: rules.filter(({ passed }) => passed === null),
  met: rules.filter(({ passed }) => passed === true),
});

const ABOUT_THE_BOOK = ['too_short', 'rating_too_low', 'no_store_link', 'store_mismatch', 'pre_order'];

/** Where a failed rule can be mended, if not in the form itself. */
export function mendingPlace({ code }: Pick<Rule, 'code'>, book_id: number) {
  if (code === 'unpaid_promotion' || code === 'no_card') return { to: paths.billing(), label: 'Go to billing' };
  if (code === 'open_dispute') return { to: paths.contact(), label: 'Write to us' };
  if (ABOUT_THE_BOOK.includes(code)) return { to: paths.partnerBookEdit(book_id), label: 'Edit the book' };
  return null;
}
