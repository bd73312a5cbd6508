/** The lanes of the review queue and their names on screen. */
import type { Promotion } from '#shared/promotions.ts';
import { REVIEW_STATUSES, type ReviewLane } from '#shared/status.ts';

export const LANE_NAMES: Record<ReviewLane, string> = {
  to_decide: 'To decide',
  date_passed: 'Date passed',
  changed_after_approval: 'Changed after approval',
};

type Facts = Pick<Promotion, 'display_status' | 'open_dates' | 'card'>;

/** Undecided, and the newsletters of all dates the partner named have closed. */
export const isDatePassed = ({ display_status, open_dates }: Pick<Promotion, 'display_status' | 'open_dates'>) =>
  REVIEW_STATUSES.some((status) => status === display_status) && open_dates.length === 0;

/** Why it cannot be approved, or null. */
export function approvalProblem(promotion: Facts) {
  if (isDatePassed(promotion)) return 'All dates the partner named have passed. Choose another date and propose it.';
  return promotion.card?.is_chargeable === false || promotion.card === null
    ? 'No valid card: can’t be approved yet.'
    : null;
}
