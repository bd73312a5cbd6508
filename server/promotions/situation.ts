/** The facts that a promotion's status, actions, and payment depend on. */
import { coverUrl } from '#server/books/presenter.ts';
import type { PromotionRow } from './queries.ts';
import { changesSinceReview } from './reviewed.ts';
import { bookedDate, displayStatus, namedDates, type Situation, type StatusFacts } from './state.ts';

export const statusFactsOf = (promotion: PromotionRow): StatusFacts => ({
  ...promotion,
  has_open_stripe_error: promotion.stripe_errors.some((error) => error.resolved_at === null),
});

/** Facts that decide which actions are allowed. `promotion_today` is the date of the newsletter that is still open. */
export const situationOf = (promotion: PromotionRow, promotion_today: string): Situation => ({
  status: displayStatus(statusFactsOf(promotion)),
  frozen: promotion.frozen_at !== null,
  before_cutoff: promotion_today <= bookedDate(promotion),
  has_unreviewed_changes: changesSinceReview(promotion, coverUrl).length > 0,
  has_open_question: questionOf(promotion)?.answered_at === null,
  refundable: promotion.invoice?.status === 'paid' && refundableCents(promotion) > 0,
  has_proposed_date: promotion.proposed_date !== null,
  is_reopenable:
    promotion.cancelled_by !== 'partner' &&
    promotion.frozen_at === null &&
    namedDates(promotion).some((date) => date >= promotion_today),
});

/** The charge that paid the invoice (a surplus is refunded automatically); null if nothing was charged. */
export const payingCharge = ({ invoice }: Pick<PromotionRow, 'invoice'>) =>
  invoice?.captured_charges.find(({ payment_intent_id }) => payment_intent_id === invoice.payment_intent_id) ?? null;

/** Cents that can still be refunded. Disputed money is at the bank and can't be refunded as well. */
export function refundableCents(promotion: Pick<PromotionRow, 'invoice'>) {
  const charge = payingCharge(promotion);
  return charge ? Math.max(0, charge.captured_cents - charge.refunded_cents - charge.disputed_cents) : 0;
}

/** The latest question about changes after the approval; earlier ones concerned the submission. */
export function questionOf({ approval_status, reviewed_at, feedback_requested_at, ...promotion }: PromotionRow) {
  if (approval_status !== 'approved' || !feedback_requested_at || !reviewed_at) return null;
  if (feedback_requested_at < reviewed_at) return null;
  const { feedback_submitted_at, partner_feedback, staff_message } = promotion;
  const isAnswered = feedback_submitted_at !== null && feedback_submitted_at >= feedback_requested_at;
  return {
    message: staff_message ?? '',
    asked_at: feedback_requested_at,
    answer: isAnswered ? partner_feedback : null,
    answered_at: isAnswered ? feedback_submitted_at : null,
  };
}
