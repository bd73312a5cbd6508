import type { Promotion } from '#shared/promotions.ts';
import { isUndecided } from '#shared/status.ts';

type Facts = Pick<Promotion, 'display_status' | 'open_dates' | 'card' | 'partner'>;

/** True if it's undecided and the newsletters of all named dates have closed. */
export const isDatePassed = ({ display_status, open_dates }: Pick<Promotion, 'display_status' | 'open_dates'>) =>
  isUndecided(display_status) && open_dates.length === 0;

export const EMAIL_UNVERIFIED = 'You can’t approve this yet: the partner hasn’t verified their email address.';
export const isEmailUnverified = ({ partner }: Pick<Promotion, 'partner'>) => partner?.is_email_verified === false;

/** The reason why a promotion can't be approved, or null. */
export function approvalProblem(promotion: Facts) {
  if (isDatePassed(promotion)) return 'All of the partner’s dates have passed. Choose another date and propose it.';
  if (promotion.card?.is_chargeable === false || promotion.card === null)
    return 'No valid card: can’t be approved yet.';
  return isEmailUnverified(promotion) ? EMAIL_UNVERIFIED : null;
}
