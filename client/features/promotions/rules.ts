import { paths } from '#shared/paths.ts';
import type { PromotionCheckResponse } from '#shared/promotions.ts';

export type Rule = PromotionCheckResponse['rules'][number];

/** Submission rules as requirements. The server explains why one isn't met. */
const REQUIREMENTS: Record<string, string> = {
  price_too_high: 'Deal price is free or up to $4.99',
  discount_too_small: 'Free, permanently 99 cents, or at least half off',
  too_short: 'Long enough for its category',
  rating_too_low: 'Average rating of 3.0 or higher',
  repeat_too_soon: '30 days between promotions of a book',
  author_twice: 'The author’s only book in that newsletter',
  no_store_link: 'Sold in at least one store',
  store_mismatch: 'Store links lead to their stores',
  pre_order: 'Published by that date',
  date_full: 'A slot is available on that date',
  date_past: 'The date can still be booked',
  date_too_far: 'At most 90 days ahead',
  no_card: 'A valid default card',
  unpaid_promotion: 'No unpaid promotion',
  open_dispute: 'No disputed charge',
  adult_category: 'Its content fits the category',
};

export const ruleTitle = ({ code }: Pick<Rule, 'code'>) => REQUIREMENTS[code] ?? code.replaceAll('_', ' ');

/** The rules by result: failed, not decided yet, and met. */
export const groupRules = (rules: readonly Rule[]) => ({
  failed: rules.filter(({ passed }) => passed === false),
  open: rules.filter(({ passed }) => passed === null),
  met: rules.filter(({ passed }) => passed === true),
});

const BOOK_RULES = ['too_short', 'rating_too_low', 'no_store_link', 'store_mismatch', 'pre_order'];

/** The page on which a failed rule can be fixed, if it isn't the form itself. */
export function fixLinkFor({ code }: Pick<Rule, 'code'>, book_id: number) {
  if (code === 'unpaid_promotion' || code === 'no_card') return { to: paths.billing(), label: 'Go to billing' };
  if (code === 'open_dispute') return { to: paths.contact(), label: 'Write to us' };
  if (BOOK_RULES.includes(code)) return { to: paths.partnerBookEdit(book_id), label: 'Edit the book' };
  return null;
}
