/** Review of a submission: approval, decline, questions, and the partner's answers. */

import { Prisma } from '#prisma';
import { confirmAddons, moveAddons, releaseAddons } from '#server/addons/service.ts';
import { releaseDiscount } from '#server/discounts/service.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, invalidBase } from '#server/platform/errors.ts';
import { processEach } from '#server/platform/process-each.ts';
import { isCardChargeable } from '#shared/cards.ts';
import { formatCount } from '#shared/counts.ts';
import { parseDate } from '#shared/dates.ts';
import { isAboveListPrice, listPriceOf } from '#shared/list-price.ts';
import { formatCents } from '#shared/money.ts';
import { maximumCost } from '#shared/promotion-cost.ts';
import type { ReasonCode } from '#shared/reasons.ts';
import { bookFactsOf, storeUrlsOf } from '#shared/reviewed-facts.ts';
import { answerBy, isOverdue, resubmitOn } from './deadlines.ts';
import { checkEligibility } from './eligibility.ts';
import { bookingOf, eligibilityFacts } from './eligibility-facts.ts';
import { emailFacts, reviewVersionOf } from './reviewed.ts';
import { bookDate, releaseHeldSlot } from './slots.ts';
import { statusWhere } from './status-conditions.ts';
import {
  type LockedPromotion,
  lockBookingsOf,
  type PromotionActor,
  type Staff,
  SYSTEM,
  staffActor,
  transition,
  transitionPromotion,
} from './transition.ts';

type Approval = {
  id: number;
  actor: Staff;
  promotion_date?: string | undefined;
  position?: number | undefined;
  review_version?: string | undefined;
  /**
   * True for bulk decisions: only an editor who looks at a single promotion may approve one that breaks a rule, has a
   * doubtful price, or lacks a cover or an author.
   */
  must_meet_rules?: boolean;
};

/**
 * Approves a promotion. If staff choose a date, takes a slot on that date only. Otherwise takes one on the first of the
 * partner's dates that is free and satisfies the rules, with its top spot if the partner booked that. The book as it is
 * now becomes the approved version.
 *
 * Throws 409 `date_full` if no date has a slot, `no_card` without a card to charge, and `email_not_verified` while the
 * partner's address is unverified. Also throws 409 if only the top spot is taken, the book is archived, or something
 * changed since the editor read it. Throws 422 if the partner didn't name the chosen date, if all dates have closed or
 * break a rule, or if `must_meet_rules` isn't met.
 */
export const approvePromotion = (deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>, approval: Approval) =>
  deps.db.$transaction(async (tx) => {
    await lockBookingsOf(tx, approval.id);
    return approve(deps, tx, approval);
  });

const approve = (
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  { id, actor, promotion_date, position, review_version, must_meet_rules = false }: Approval,
) =>
  transition(deps, tx, { id, action: 'approve', actor: staffActor(actor) }, async (_tx, promotion) => {
    refuseUnlessSeen(promotion, review_version);
    if (promotion.book.status !== 'active')
      throw conflict('The book isn’t active anymore, so this promotion can’t be approved.');
    refuseWithoutCard(promotion, vancouverTime(deps.now()).date);
    if (!promotion.partner.email_verified_at)
      throw conflict(
        'The partner hasn’t verified their email address, so this promotion can’t be approved yet. They can request a new verification link on any page while signed in.',
        { code: 'email_not_verified' },
      );
    const date = await bookDate(deps, tx, promotion, promotion_date);
    if (must_meet_rules) {
      await refuseFailedRules(deps, tx, promotion, date);
      refuseDoubtfulPrice(promotion);
      refuseMissingParts(promotion);
    }
    if (promotion.addons.length) await moveAddons(tx, id, { date, category_id: promotion.category_id });
    await confirmAddons(tx, id);
    const props = {
      ...emailFacts(deps, promotion),
      date,
      sale_price_cents: promotion.sale_price_cents,
      ...maximumCost(promotion),
    };
    await enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'promotion_approved', props });
    return {
      data: {
        approval_status: 'approved',
        promotion_date: parseDate(date),
        position: position ?? null,
        reviewed_by: actor.id,
        reviewed_at: deps.now(),
        ...approvedBook(promotion.book),
        proposed_date: null,
      },
    };
  });

/**
 * Refuses unless the default card can be charged. The lock on the partner's bookings keeps cards from being removed,
 * and the default from changing.
 */
function refuseWithoutCard({ partner: { credit_cards } }: LockedPromotion, today: string) {
  const valid = credit_cards.filter((card) => isCardChargeable(card, today));
  if (valid.some(({ is_default }) => is_default)) return;
  throw conflict(
    valid[0]
      ? `The partner’s default card isn’t valid, so this promotion can’t be approved yet. Ask the partner to make the card ending in ${valid[0].last4} the default.`
      : 'The partner has no valid credit card, so this promotion can’t be approved yet. Ask the partner to add one.',
    { code: 'no_card' },
  );
}

/** Checks all rules for that date, except `date_full`: the promotion has already taken its slot. */
async function refuseFailedRules(deps: Pick<Deps, 'now'>, tx: Tx, promotion: LockedPromotion, requested_date: string) {
  const { id, book, category } = promotion;
  const draft = { ...bookingOf(promotion), requested_date, promotion_id: id };
  const facts = await eligibilityFacts(tx, { now: deps.now(), book, category, draft, is_staff: true });
  const failed = checkEligibility(facts).filter(({ code, passed }) => passed === false && code !== 'date_full');
  if (!failed.length) return;
  throw invalidBase(
    `This promotion fails ${formatCount(failed.length, 'rule')}: ${failed.map(({ message }) => message).join(' ')}`,
  );
}

function refuseDoubtfulPrice({ book, current_price_cents }: LockedPromotion) {
  const listed_cents = listPriceOf(book);
  if (isAboveListPrice(current_price_cents, listed_cents))
    throw invalidBase(
      `The store’s regular price is ${formatCents(listed_cents)}, and the partner’s current price is ${formatCents(current_price_cents)}. Check both, then decide on this promotion individually.`,
    );
}

/** Refuses an entry that readers would see without a cover or an author. */
function refuseMissingParts({ book }: LockedPromotion) {
  const missing = [!book.cover && 'no cover', book.author_id === null && 'no author'].filter(Boolean);
  if (missing.length)
    throw invalidBase(`The book has ${missing.join(' and ')}. Check its entry, then decide on it individually.`);
}

/** Columns that make the book's current version the approved one, and clear the changes that await review. */
export const approvedBook = (book: LockedPromotion['book']) => ({
  // The author's id tells a corrected name from another author: see authorChangeHook.
  reviewed_book: { ...bookFactsOf(book), author_id: book.author_id },
  reviewed_store_urls: storeUrlsOf(book),
  declined_book: Prisma.DbNull,
  proposed_changes: Prisma.DbNull,
});

/** Throws 409 if the promotion, its book, or the author changed since `review_version`, if the caller sent one. */
export function refuseUnlessSeen(promotion: LockedPromotion, review_version: string | undefined) {
  if (review_version === undefined || review_version === reviewVersionOf(promotion)) return;
  throw conflict('This promotion changed after you opened it. Review it again, then decide.');
}

type Rejection = {
  id: number;
  reason_codes: readonly ReasonCode[];
  message?: string | null | undefined;
  suggested_category_id?: number | null | undefined;
};

export const rejectPromotion = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { actor, ...rejection }: Rejection & { actor: Staff },
) => decline(deps, staffActor(actor), rejection);

/** Declines a promotion whose partner didn't answer within a week or by its last date's cutoff. */
export const declineUnanswered = (deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>, id: number) =>
  decline(deps, SYSTEM, {
    id,
    reason_codes: [],
    message: 'We asked you a question and didn’t hear back in time.',
  });

const decline = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  actor: PromotionActor,
  { id, reason_codes, message, suggested_category_id }: Rejection,
) =>
  transitionPromotion(deps, { id, action: 'reject', actor }, async (tx, promotion) => {
    // The partner may have named later dates in the meantime.
    if (actor.role === 'system' && !isOverdue(promotion, deps.now())) throw conflict('The partner can still answer.');
    const suggested = await findSuggestedCategory(tx, suggested_category_id);
    await releaseAddons(tx, id);
    await releaseDiscount(tx, id);
    await releaseHeldSlot(tx, deps.now(), id);
    const props = {
      ...emailFacts(deps, promotion),
      is_unanswered: actor.role === 'system',
      reasons: [...reason_codes],
      suggested_category_name: suggested?.name ?? null,
      message: message ?? null,
      resubmit_on: resubmitOn(reason_codes, deps.now()),
    };
    await enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'promotion_declined', props });
    return {
      data: {
        approval_status: 'rejected',
        reason_codes: [...reason_codes],
        staff_message: message ?? null,
        suggested_category_id: suggested_category_id ?? null,
        reviewed_by: actor.id,
        reviewed_at: deps.now(),
      },
      reason: reason_codes.join(', ') || (message ?? null),
    };
  });

async function findSuggestedCategory(tx: Tx, id: number | null | undefined) {
  if (!id) return null;
  const category = await tx.category.findUnique({ where: { id }, select: { name: true } });
  if (!category) throw invalid({ suggested_category_id: ['is not a category'] });
  return category;
}

export const askFeedback = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { id, actor, message }: { id: number; actor: Staff; message: string },
) =>
  transitionPromotion(deps, { id, action: 'ask_feedback', actor: staffActor(actor) }, async (tx, promotion) => {
    const facts = emailFacts(deps, promotion);
    const props = {
      ...facts,
      message,
      answer_by: answerBy(promotion, deps.now()).toISOString(),
      is_date_passed: promotion.date_passed_at !== null,
    };
    await enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'feedback_asked', props });
    return {
      data: {
        approval_status: 'awaiting_feedback',
        staff_message: message,
        feedback_requested_at: deps.now(),
        ...{ partner_feedback: null, feedback_submitted_at: null },
        reviewed_by: actor.id,
      },
      reason: message,
    };
  });

export const submitFeedback = (
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { id, partner_id, feedback }: { id: number; partner_id: number; feedback: string },
) =>
  transition(deps, tx, { id, action: 'submit_feedback', actor: { role: 'partner', id: partner_id } }, async () => ({
    data: { partner_feedback: feedback, feedback_submitted_at: deps.now(), proposed_date: null },
    reason: feedback,
  }));

/**
 * Promotions whose question wasn't answered in time; `hadPassed` selects those whose dates had passed before staff
 * asked.
 */
export async function unansweredPromotions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { hadPassed }: { hadPassed: boolean },
) {
  const questioned = await db.promotion.findMany({
    where: { ...statusWhere(db, 'awaiting partner feedback'), date_passed_at: hadPassed ? { not: null } : null },
    select: {
      id: true,
      feedback_requested_at: true,
      requested_date: true,
      alternate_dates: true,
      proposed_date: true,
      date_passed_at: true,
    },
    orderBy: { id: 'asc' },
  });
  return questioned.filter((promotion) => isOverdue(promotion, now()));
}

/**
 * Declines promotions whose question wasn't answered in time. Those whose dates had passed before staff asked are
 * canceled instead (date-passed.ts).
 */
export async function declineUnansweredPromotions(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>) {
  await processEach(
    await unansweredPromotions(deps, { hadPassed: false }),
    ({ id }) => declineUnanswered(deps, id),
    (error, { id }) => deps.log.error({ err: error, promotion_id: id }, 'unanswered promotion not declined'),
  );
}
