/** Other partners' bookings for the coming days: approved ones, and ones for editors to review. */

import type { Random } from '#server/platform/random.ts';
import { addDays } from '#shared/dates.ts';
import { type Calendar, firstThatFits, type Run } from './calendar.ts';
import type { SeedBook } from './catalogue.ts';
import { addPromotion, addSteps, approve, type PromotionRow, reviewedAt, type World } from './promotions.ts';
import type { SeedTime } from './seed-time.ts';

type Entry = {
  day: number;
  facts?: (run: Run) => Partial<PromotionRow>;
  next?: (world: World, promotion: PromotionRow) => void;
};

const note = (partner_note: string) => () => ({ partner_note });
const alternates = (run: Run) => ({
  alternate_dates: [addDays(run.date, 1), addDays(run.date, 3)],
  deal_ends_on: addDays(run.date, 6),
});

/** Fifteen bookings, nearest days first; some need a closer look. */
const QUEUE: readonly Entry[] = [
  { day: 1 },
  { day: 1, facts: note('First promotion of this edition. Happy to move a day if the newsletter is full.') },
  { day: 2, facts: alternates },
  { day: 2, facts: () => ({ current_price_cents: 399, sale_price_cents: 299 }) },
  { day: 3, facts: note('We run a series page at the same time, so the date matters to us.') },
  { day: 3 },
  { day: 4, next: answered },
  { day: 5, facts: alternates },
  { day: 5, facts: note('Part of a publisher-wide sale; four more titles follow next month.') },
  { day: 6, next: asked },
  { day: 7 },
  { day: 8 },
  { day: 9, facts: note('New cover since the last time, thank you for the advice.') },
  { day: 11 },
  { day: 14, facts: alternates },
];

export function planReviewQueue({
  calendar,
  books,
  time,
  dice,
}: {
  calendar: Calendar;
  books: SeedBook[];
  time: SeedTime;
  dice: Random;
}) {
  const queue = dice.shuffle(books);
  return QUEUE.flatMap((entry) => {
    const run = firstThatFits(calendar, queue, time.day(entry.day), dice);
    return run ? [{ entry, run: calendar.take(run) }] : [];
  });
}

export function addReviewQueue(world: World, planned: ReturnType<typeof planReviewQueue>) {
  for (const { entry, run } of planned) {
    const promotion = addPromotion(world, run, {
      facts: { created_at: world.time.ago(world.dice.between(2, 90)), ...entry.facts?.(run) },
    });
    entry.next?.(world, promotion);
  }
}

export function addApproved(world: World, runs: readonly Run[]) {
  const later = runs.filter(({ date }) => date > world.time.day(CHANGED_FROM_DAY));
  for (const run of runs) {
    const promotion = addPromotion(world, run, { addon: 'confirmed' });
    approve(world, promotion);
    changeAfterApproval(world, promotion, CHANGES[later.indexOf(run)]);
  }
}

/** The next newsletters are sent as booked. */
const CHANGED_FROM_DAY = 3;
/** Changes by partners after approval; the second one holds its promotion until staff answer. */
const CHANGES: readonly Partial<PromotionRow>[] = [
  { blurb_override: 'Newly proofread from the first edition, with the notes that later printings left out.' },
  { sale_price_cents: 399 },
];

function changeAfterApproval(world: World, promotion: PromotionRow, changes: Partial<PromotionRow> | undefined) {
  if (!changes) return;
  Object.assign(promotion, { proposed_changes: changes });
  const at = new Date(((promotion.reviewed_at as Date).getTime() + world.time.now.getTime()) / 2);
  addSteps(world, promotion, [
    { actor: 'partner', action: 'edit', from: 'awaiting promotion date', to: 'awaiting promotion date', at },
  ]);
}

const QUESTION = 'The sample on Amazon breaks off in the middle of a sentence. Could you check the file?';
const ANSWER = 'Thank you for spotting it. A corrected file has been live since this morning.';

function asked(world: World, promotion: PromotionRow) {
  const at = reviewedAt(world, promotion);
  Object.assign(promotion, {
    approval_status: 'awaiting_feedback',
    staff_message: QUESTION,
    feedback_requested_at: at,
    reviewed_by: world.staff.editor,
  });
  addSteps(world, promotion, [
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

function answered(world: World, promotion: PromotionRow) {
  asked(world, promotion);
  const at = new Date(((promotion.feedback_requested_at as Date).getTime() + world.time.now.getTime()) / 2);
  Object.assign(promotion, { partner_feedback: ANSWER, feedback_submitted_at: at });
  addSteps(world, promotion, [
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
