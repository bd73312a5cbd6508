import { noCardText } from '#client/features/billing/staff/payment-words.ts';
import type { NewsletterPromotionCount } from '#shared/newsletters.ts';
import type { Promotion } from '#shared/promotions.ts';
import { isUndecided } from '#shared/status.ts';

type Facts = Pick<Promotion, 'display_status' | 'open_dates' | 'card' | 'partner' | 'held_date'>;

/** True if the promotion is undecided and the newsletters of all its named dates have closed. */
export const isDatePassed = ({ display_status, open_dates }: Pick<Promotion, 'display_status' | 'open_dates'>) =>
  isUndecided(display_status) && open_dates.length === 0;

/** True if staff can approve the promotion, or if its partner's changes after the approval await review. */
export const needsApproval = ({ actions, changed_since_review }: Pick<Promotion, 'actions' | 'changed_since_review'>) =>
  actions.includes('approve') || changed_since_review !== null;

export const EMAIL_UNVERIFIED_TEXT = 'You can’t approve this yet: the partner hasn’t verified their email address.';
export const isEmailUnverified = ({ partner }: Pick<Promotion, 'partner'>) => partner?.is_email_verified === false;

type Slots = readonly Pick<NewsletterPromotionCount, 'newsletter_date' | 'places_left'>[];

/**
 * True if the chosen date, or each open date that the partner named, is full. A slot held for the promotion counts as
 * free.
 */
export const isFull = ({ open_dates, held_date }: Pick<Facts, 'open_dates' | 'held_date'>, slots: Slots, date = '') =>
  (date ? [date] : open_dates).every(
    (one) =>
      one !== held_date &&
      slots.some(({ newsletter_date, places_left }) => newsletter_date === one && places_left <= 0),
  );

/** The reason why a promotion can't be approved on its dates, or null. The arguments are those of `approvalProblem`. */
export function dateProblem(promotion: Omit<Facts, 'card' | 'partner'>, slots: Slots, date = '') {
  if (isDatePassed(promotion)) return 'All of the partner’s dates have passed. Choose another date and propose it.';
  if (!isFull(promotion, slots, date)) return null;
  return date
    ? 'All slots are taken on this date. Choose another date.'
    : 'All slots are taken on the partner’s dates. Choose another date and propose it.';
}

/** The reason why a promotion can't be approved, or null. `slots`: its category's; `date`: the one staff chose. */
export function approvalProblem(promotion: Facts, slots: Slots, date = '') {
  if (isDatePassed(promotion)) return dateProblem(promotion, slots, date);
  if (promotion.card?.is_chargeable === false || promotion.card === null)
    return noCardText(promotion.card, 'No valid card: can’t be approved yet.');
  if (isEmailUnverified(promotion)) return EMAIL_UNVERIFIED_TEXT;
  return dateProblem(promotion, slots, date);
}
