/**
 * The demo partner's last 16 weeks and upcoming bookings: a promotion in every display status that doesn't block new
 * bookings, and enough results to compare.
 */
import { addDays } from '#shared/dates.ts';
import type { SeedBook } from './books.ts';
import type { Calendar, PlannedPromotion } from './calendar.ts';
import {
  addPromotion,
  addSteps,
  approve,
  type PromotionRow,
  type PromotionSeedContext,
  randomReviewTime,
} from './promotions.ts';
import { earlierOf, type SeedTime } from './seed-time.ts';

type DemoPromotion = { title: string; day: number; hasTopSpot?: boolean };
type UnsentPromotion = DemoPromotion & { addRows: (context: PromotionSeedContext, planned: PlannedPromotion) => void };

/** Sent promotions; days are relative to the open newsletter. The last one's click window is still open. */
const SENT: readonly DemoPromotion[] = [
  { title: 'Persuasion', day: -112 },
  { title: 'Pride and Prejudice', day: -101, hasTopSpot: true },
  { title: 'Emma', day: -96 },
  { title: 'The Moonstone', day: -89 },
  { title: 'Northanger Abbey', day: -81 },
  { title: 'The Woman in White', day: -77 },
  { title: 'Persuasion', day: -74 },
  { title: 'Frankenstein', day: -70, hasTopSpot: true },
  { title: 'Pride and Prejudice', day: -62 },
  { title: 'The Moonstone', day: -52 },
  { title: 'Emma', day: -45 },
  { title: 'Persuasion', day: -40, hasTopSpot: true },
  { title: 'Sense and Sensibility', day: -34, hasTopSpot: true },
  { title: 'Emma', day: -6 },
  { title: 'The Moonstone', day: -5 },
  { title: 'Frankenstein', day: -2 },
];

/** Unsent promotions in the seed's calendar, where they take a slot and block their book for 30 days. */
const BOOKED: readonly UnsentPromotion[] = [
  { title: 'The Woman in White', day: -36, addRows: addUnableToSend },
  { title: 'Pride and Prejudice', day: 0, hasTopSpot: true, addRows: addApproved },
  { title: 'The Woman in White', day: 4, addRows: addApproved },
  { title: 'Persuasion', day: 8, addRows: addAwaitingFeedback },
  { title: 'Sense and Sensibility', day: 10, hasTopSpot: true, addRows: addUnreviewed },
  { title: 'Northanger Abbey', day: 12, addRows: addFeedbackSubmitted },
];

/** Declined and canceled promotions, which aren't in the calendar. */
const DECLINED_OR_CANCELED: readonly UnsentPromotion[] = [
  { title: 'Sense and Sensibility', day: -13, addRows: addDeclined },
  { title: 'Northanger Abbey', day: 6, addRows: addCanceled },
  { title: 'Emma', day: -20, addRows: addCanceledAfterApproval },
];

export function planDemoPartner({ calendar, books, time }: { calendar: Calendar; books: SeedBook[]; time: SeedTime }) {
  const plannedOf = ({ title, day, hasTopSpot = false }: DemoPromotion): PlannedPromotion => {
    const book = books.find((other) => other.title === title)!;
    return { book, category: book.category, date: time.day(day), hasTopSpot };
  };
  const sent = SENT.map((plan) => calendar.schedule(plannedOf(plan)));
  const booked = BOOKED.map((plan) => ({ planned: calendar.schedule(plannedOf(plan)), addRows: plan.addRows }));
  const declinedOrCanceled = DECLINED_OR_CANCELED.map((plan) => ({ planned: plannedOf(plan), addRows: plan.addRows }));
  return {
    sent,
    booked: booked.map(({ planned }) => planned),
    addUnsent: (context: PromotionSeedContext) => {
      for (const { planned, addRows } of [...booked, ...declinedOrCanceled]) addRows(context, planned);
    },
  };
}

function addUnreviewed(context: PromotionSeedContext, planned: PlannedPromotion) {
  const row = context.discounts.byCode.get('SPRING10')!;
  addPromotion(context, planned, {
    overrides: {
      created_at: context.time.ago(20),
      alternate_dates: [addDays(planned.date, 2)],
      deal_ends_on: addDays(planned.date, 5),
      partner_note: 'The second edition with the new introduction goes live two days before.',
    },
    discount: { row, state: 'reserved' },
  });
}

function addApproved(context: PromotionSeedContext, planned: PlannedPromotion) {
  approve(context, addPromotion(context, planned, { addon: 'confirmed' }));
}

function addAwaitingFeedback(context: PromotionSeedContext, planned: PlannedPromotion) {
  requestFeedback(
    context,
    addPromotion(context, planned, { overrides: { created_at: context.time.ago(60) } }),
    'The Kobo link opens an abridged 160-page edition. Which edition should our readers get?',
  );
}

function addFeedbackSubmitted(context: PromotionSeedContext, planned: PlannedPromotion) {
  const promotion = addPromotion(context, planned, { overrides: { created_at: context.time.ago(75) } });
  const requestedAt = requestFeedback(
    context,
    promotion,
    'Your Amazon price is $4.99 today. Will it drop to $1.99 by the promotion date?',
  );
  const at = new Date((requestedAt.getTime() + context.time.now.getTime()) / 2);
  const partner_feedback = 'Yes, the price drops in every store the evening before.';
  Object.assign(promotion, { partner_feedback, feedback_submitted_at: at });
  addSteps(context, promotion, [
    {
      actor: 'partner',
      action: 'submit_feedback',
      from: 'awaiting partner feedback',
      to: 'feedback submitted',
      at,
      reason: partner_feedback,
    },
  ]);
}

function requestFeedback(context: PromotionSeedContext, promotion: PromotionRow, staff_message: string) {
  const requestedAt = randomReviewTime(context, promotion);
  Object.assign(promotion, {
    approval_status: 'awaiting_feedback',
    staff_message,
    feedback_requested_at: requestedAt,
    reviewed_by: context.staff.editor,
  });
  addSteps(context, promotion, [
    {
      actor: 'user',
      action: 'ask_feedback',
      from: 'awaiting review',
      to: 'awaiting partner feedback',
      at: requestedAt,
      reason: staff_message,
    },
  ]);
  return requestedAt;
}

function addDeclined(context: PromotionSeedContext, planned: PlannedPromotion) {
  const promotion = addPromotion(context, planned, {
    overrides: { sale_price_cents: 199, current_price_cents: 299 },
    addon: 'released',
  });
  const at = randomReviewTime(context, promotion);
  Object.assign(promotion, {
    approval_status: 'rejected',
    reason_codes: ['discount_too_small'],
    staff_message: 'We’d be happy to run it at $1.49 or less, or free. Please resubmit it with the new price.',
    reviewed_by: context.staff.editor,
    reviewed_at: at,
  });
  addSteps(context, promotion, [
    { actor: 'user', action: 'reject', from: 'awaiting review', to: 'declined', at, reason: 'discount_too_small' },
  ]);
}

function addCanceled(context: PromotionSeedContext, planned: PlannedPromotion) {
  cancel(context, addPromotion(context, planned, { addon: 'released' }), {
    action: 'cancel',
    from: 'awaiting review',
    reason: 'Booked a later date instead.',
  });
}

function addCanceledAfterApproval(context: PromotionSeedContext, planned: PlannedPromotion) {
  const promotion = addPromotion(context, planned, { addon: 'released' });
  approve(context, promotion);
  cancel(context, promotion, {
    action: 'cancel_approved',
    from: 'awaiting promotion date',
    reason: 'The store did not confirm the price in time.',
  });
}

function cancel(
  context: PromotionSeedContext,
  promotion: PromotionRow,
  { action, from, reason }: { action: string; from: 'awaiting review' | 'awaiting promotion date'; reason: string },
) {
  const latest = context.time.atCutoff(promotion.requested_date as string, -600);
  const at = new Date(((promotion.reviewed_at as Date | null) ?? promotion.created_at).getTime() + 5 * 60_000);
  const cancelled_at = earlierOf(at, latest);
  Object.assign(promotion, { cancelled_at, cancelled_by: 'partner', cancel_reason: reason });
  addSteps(context, promotion, [{ actor: 'partner', action, from, to: 'cancelled', at: cancelled_at, reason }]);
}

function addUnableToSend(context: PromotionSeedContext, planned: PlannedPromotion) {
  const promotion = addPromotion(context, planned, { addon: 'released' });
  approve(context, promotion);
  const at = context.time.atCutoff(planned.date, 0);
  const unable_reason = 'The deal price was not live in any store when the newsletter closed.';
  Object.assign(promotion, { unable_to_send_at: at, unable_reason });
  addSteps(context, promotion, [
    {
      actor: 'system',
      action: 'fail_to_send',
      from: 'awaiting promotion date',
      to: 'unable to send',
      at,
      reason: unable_reason,
    },
  ]);
}
