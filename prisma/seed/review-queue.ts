/** Other partners' bookings for the coming days: approved ones, and ones in review. */

import type { Random } from '#server/platform/random.ts';
import { addDays } from '#shared/dates.ts';
import type { SeedBook } from './books.ts';
import { type Calendar, type PlannedPromotion, planFirstFitting } from './calendar.ts';
import {
  addPromotion,
  addSteps,
  approve,
  type PromotionRow,
  type PromotionSeedContext,
  randomReviewTime,
} from './promotions.ts';
import type { SeedTime } from './seed-time.ts';

type Entry = {
  day: number;
  overrides?: (planned: PlannedPromotion) => Partial<PromotionRow>;
  afterBooking?: (context: PromotionSeedContext, promotion: PromotionRow) => void;
};

const note = (partner_note: string) => () => ({ partner_note });
const alternates = (planned: PlannedPromotion) => ({
  alternate_dates: [addDays(planned.date, 1), addDays(planned.date, 3)],
  deal_ends_on: addDays(planned.date, 6),
});

/** Fifteen bookings, soonest first. Some have notes, alternate dates, or a small discount for editors to check. */
const QUEUE: readonly Entry[] = [
  { day: 1 },
  {
    day: 1,
    overrides: note('First promotion for this new edition of the book. Happy to move a day if the newsletter is full.'),
  },
  { day: 2, overrides: alternates },
  { day: 2, overrides: () => ({ current_price_cents: 399, sale_price_cents: 299 }) },
  { day: 3, overrides: note('We’re featuring the series on our site the same week, so the date matters to us.') },
  { day: 3 },
  { day: 4, afterBooking: submitFeedback },
  { day: 5, overrides: alternates },
  { day: 5, overrides: note('Part of a publisher-wide sale; four more titles follow next month.') },
  { day: 6, afterBooking: requestFeedback },
  { day: 7 },
  { day: 8 },
  { day: 9, overrides: note('New cover since last time. Thanks for the advice!') },
  { day: 11 },
  { day: 14, overrides: alternates },
];

export function planReviewQueue({
  calendar,
  books,
  time,
  random,
}: {
  calendar: Calendar;
  books: SeedBook[];
  time: SeedTime;
  random: Random;
}) {
  const queue = random.shuffle(books);
  return QUEUE.flatMap((entry) => {
    const planned = planFirstFitting(calendar, queue, time.day(entry.day), random);
    return planned ? [{ entry, planned: calendar.schedule(planned) }] : [];
  });
}

export function addReviewQueue(context: PromotionSeedContext, entries: ReturnType<typeof planReviewQueue>) {
  for (const { entry, planned } of entries) {
    const promotion = addPromotion(context, planned, {
      overrides: { created_at: context.time.ago(context.random.between(2, 90)), ...entry.overrides?.(planned) },
    });
    entry.afterBooking?.(context, promotion);
  }
}

export function addApproved(context: PromotionSeedContext, plannedPromotions: readonly PlannedPromotion[]) {
  const later = plannedPromotions.filter(({ date }) => date > context.time.day(LAST_UNCHANGED_DAY));
  for (const planned of plannedPromotions) {
    const promotion = addPromotion(context, planned, { addon: 'confirmed' });
    approve(context, promotion);
    changeAfterApproval(context, promotion, CHANGES[later.indexOf(planned)]);
  }
}

/** Promotions up to this day aren't changed, so that the next newsletters go out as booked. */
const LAST_UNCHANGED_DAY = 3;
/** Changes by partners after approval; the second one holds its promotion until staff answer. */
const CHANGES: readonly Partial<PromotionRow>[] = [
  { blurb_override: 'Newly proofread against the first edition, with the notes that later printings left out.' },
  { sale_price_cents: 399 },
];

function changeAfterApproval(
  context: PromotionSeedContext,
  promotion: PromotionRow,
  changes: Partial<PromotionRow> | undefined,
) {
  if (!changes) return;
  Object.assign(promotion, { proposed_changes: changes });
  const at = new Date(((promotion.reviewed_at as Date).getTime() + context.time.now.getTime()) / 2);
  addSteps(context, promotion, [
    { actor: 'partner', action: 'edit', from: 'awaiting promotion date', to: 'awaiting promotion date', at },
  ]);
}

const QUESTION = 'The Amazon sample cuts off mid-sentence. Could you check the file?';
const ANSWER = 'Thank you for spotting it. A corrected file has been live since this morning.';

function requestFeedback(context: PromotionSeedContext, promotion: PromotionRow) {
  const at = randomReviewTime(context, promotion);
  Object.assign(promotion, {
    approval_status: 'awaiting_feedback',
    staff_message: QUESTION,
    feedback_requested_at: at,
    reviewed_by: context.staff.editor,
  });
  addSteps(context, promotion, [
    {
      actor: 'user',
      action: 'ask_feedback',
      from: 'awaiting review',
      to: 'awaiting partner feedback',
      at,
      reason: QUESTION,
    },
  ]);
}

function submitFeedback(context: PromotionSeedContext, promotion: PromotionRow) {
  requestFeedback(context, promotion);
  const at = new Date(((promotion.feedback_requested_at as Date).getTime() + context.time.now.getTime()) / 2);
  Object.assign(promotion, { partner_feedback: ANSWER, feedback_submitted_at: at });
  addSteps(context, promotion, [
    {
      actor: 'partner',
      action: 'submit_feedback',
      from: 'awaiting partner feedback',
      to: 'feedback submitted',
      at,
      reason: ANSWER,
    },
  ]);
}
