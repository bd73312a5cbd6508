/**
 * The demo partner's past year: a promotion in every display status that doesn't block new bookings, and enough results
 * to compare.
 */
import { addDays } from '#shared/dates.ts';
import type { Calendar, Run } from './calendar.ts';
import type { SeedBook } from './catalogue.ts';
import { addPromotion, addSteps, approve, type PromotionRow, reviewedAt, type World } from './promotions.ts';
import { earlierOf, type SeedTime } from './seed-time.ts';

type Plan = { title: string; day: number; top?: boolean };
type Chapter = Plan & { tell: (world: World, run: Run) => void };

/** Sent promotions; days are relative to the open newsletter. The last one still gets clicks. */
const SENT: readonly Plan[] = [
  { title: 'Persuasion', day: -112 },
  { title: 'Pride and Prejudice', day: -101, top: true },
  { title: 'Emma', day: -96 },
  { title: 'The Moonstone', day: -89 },
  { title: 'Northanger Abbey', day: -81 },
  { title: 'The Woman in White', day: -77 },
  { title: 'Persuasion', day: -74 },
  { title: 'Frankenstein', day: -70, top: true },
  { title: 'Pride and Prejudice', day: -62 },
  { title: 'The Moonstone', day: -52 },
  { title: 'Emma', day: -45 },
  { title: 'Persuasion', day: -40, top: true },
  { title: 'Sense and Sensibility', day: -34, top: true },
  { title: 'Emma', day: -6 },
  { title: 'The Moonstone', day: -5 },
  { title: 'Frankenstein', day: -2 },
];

/** Promotions that occupy a day and a book. */
const BOOKED: readonly Chapter[] = [
  { title: 'The Woman in White', day: -36, tell: unableToSend },
  { title: 'Pride and Prejudice', day: 0, top: true, tell: approved },
  { title: 'The Woman in White', day: 4, tell: approved },
  { title: 'Persuasion', day: 8, tell: askedForFeedback },
  { title: 'Sense and Sensibility', day: 10, top: true, tell: unreviewed },
  { title: 'Northanger Abbey', day: 12, tell: feedbackSubmitted },
];

/** Declined and canceled promotions, which occupy nothing. */
const GIVEN_UP: readonly Chapter[] = [
  { title: 'Sense and Sensibility', day: -13, tell: declined },
  { title: 'Northanger Abbey', day: 6, tell: cancelled },
  { title: 'Emma', day: -20, tell: cancelledAfterApproval },
];

export function planDemoPartner({ calendar, books, time }: { calendar: Calendar; books: SeedBook[]; time: SeedTime }) {
  const runOf = ({ title, day, top = false }: Plan): Run => {
    const book = books.find((other) => other.title === title)!;
    return { book, category: book.category, date: time.day(day), top };
  };
  const sent = SENT.map((plan) => calendar.take(runOf(plan)));
  const booked = BOOKED.map((chapter) => ({ run: calendar.take(runOf(chapter)), tell: chapter.tell }));
  const givenUp = GIVEN_UP.map((chapter) => ({ run: runOf(chapter), tell: chapter.tell }));
  return {
    sent,
    booked: booked.map(({ run }) => run),
    addUnsent: (world: World) => {
      for (const { run, tell } of [...booked, ...givenUp]) tell(world, run);
    },
  };
}

function unreviewed(world: World, run: Run) {
  const given = world.discounts.byCode.get('SPRING10')!;
  addPromotion(world, run, {
    facts: {
      created_at: world.time.ago(20),
      alternate_dates: [addDays(run.date, 2)],
      deal_ends_on: addDays(run.date, 5),
      partner_note: 'The second edition with the new introduction goes live two days before.',
    },
    discount: { given, state: 'reserved' },
  });
}

function approved(world: World, run: Run) {
  approve(world, addPromotion(world, run, { addon: 'confirmed' }));
}

function askedForFeedback(world: World, run: Run) {
  ask(
    world,
    addPromotion(world, run, { facts: { created_at: world.time.ago(60) } }),
    'The Kobo link opens an abridged edition of 160 pages. Which of the two should our readers get?',
  );
}

function feedbackSubmitted(world: World, run: Run) {
  const promotion = addPromotion(world, run, { facts: { created_at: world.time.ago(75) } });
  const asked = ask(
    world,
    promotion,
    'Your price on Amazon shows $3.49 today. Will it be at $1.99 on the promotion date?',
  );
  const at = new Date((asked.getTime() + world.time.now.getTime()) / 2);
  const partner_feedback = 'Yes. The price change is scheduled for the evening before, in all stores.';
  Object.assign(promotion, { partner_feedback, feedback_submitted_at: at });
  addSteps(world, promotion, [
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

function ask(world: World, promotion: PromotionRow, staff_message: string) {
  const asked = reviewedAt(world, promotion);
  Object.assign(promotion, {
    approval_status: 'awaiting_feedback',
    staff_message,
    feedback_requested_at: asked,
    reviewed_by: world.staff.editor,
  });
  addSteps(world, promotion, [
    {
      actor: 'user',
      action: 'ask_feedback',
      from: 'awaiting review',
      to: 'awaiting partner feedback',
      at: asked,
      reason: staff_message,
    },
  ]);
  return asked;
}

function declined(world: World, run: Run) {
  const promotion = addPromotion(world, run, {
    facts: { sale_price_cents: 199, current_price_cents: 299 },
    addon: 'released',
  });
  const at = reviewedAt(world, promotion);
  Object.assign(promotion, {
    approval_status: 'rejected',
    reason_codes: ['discount_too_small'],
    staff_message: 'At $1.49 or less, or free, we would gladly run it. Please submit it again with the new price.',
    reviewed_by: world.staff.editor,
    reviewed_at: at,
  });
  addSteps(world, promotion, [
    { actor: 'user', action: 'reject', from: 'awaiting review', to: 'declined', at, reason: 'discount_too_small' },
  ]);
}

function cancelled(world: World, run: Run) {
  cancel(world, addPromotion(world, run, { addon: 'released' }), {
    action: 'cancel',
    from: 'awaiting review',
    reason: 'Booked a later date instead.',
  });
}

function cancelledAfterApproval(world: World, run: Run) {
  const promotion = addPromotion(world, run, { addon: 'released' });
  approve(world, promotion);
  cancel(world, promotion, {
    action: 'cancel_approved',
    from: 'awaiting promotion date',
    reason: 'The store did not confirm the price in time.',
  });
}

function cancel(
  world: World,
  promotion: PromotionRow,
  { action, from, reason }: { action: string; from: 'awaiting review' | 'awaiting promotion date'; reason: string },
) {
  const cutoff = world.time.atCutoff(promotion.requested_date as string, -600);
  const at = new Date(((promotion.reviewed_at as Date | null) ?? promotion.created_at).getTime() + 5 * 60_000);
  const cancelled_at = earlierOf(at, cutoff);
  Object.assign(promotion, { cancelled_at, cancelled_by: 'partner', cancel_reason: reason });
  addSteps(world, promotion, [{ actor: 'partner', action, from, to: 'cancelled', at: cancelled_at, reason }]);
}

function unableToSend(world: World, run: Run) {
  const promotion = addPromotion(world, run, { addon: 'released' });
  approve(world, promotion);
  const at = world.time.atCutoff(run.date, 0);
  const unable_reason = 'The deal price was not live in any store when the newsletter closed.';
  Object.assign(promotion, { unable_to_send_at: at, unable_reason });
  addSteps(world, promotion, [
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
