import type { Promotion } from '#shared/promotions.ts';
import { REVIEW_STATUSES } from '#shared/status.ts';

type Facts = Pick<Promotion, 'display_status' | 'open_dates' | 'card' | 'partner'>;

/** Undecided, and the newsletters of all dates the partner named have closed. */
export const isDatePassed = ({ display_status, open_dates }: Pick<Promotion, 'display_status' | 'open_dates'>) =>
  REVIEW_STATUSES.some((status) => status === display_status) && open_dates.length === 0;

export const EMAIL_UNVERIFIED = 'Email not verified by the partner: can’t be approved yet.';
export const isEmailUnverified = ({ partner }: Pick<Promotion, 'partner'>) => partner?.is_email_verified === false;

/** The reason why a promotion can't be approved, or null. */
export function approvalProblem(promotion: Facts) {
  if (isDatePassed(promotion)) return 'All dates the partner named have passed. Choose another date and propose it.';
  if (promotion.card?.is_chargeable === false || promotion.card === null)
    return 'No valid card: can’t be approved yet.';
  return isEmailUnverified(promotion) ? EMAIL_UNVERIFIED : null;
}
