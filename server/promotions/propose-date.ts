/** Proposes a date that the partner didn't name; the promotion can run on it only after they confirm it. */

import { moveAddons } from '#server/addons/service.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import { cutoffOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { TOP_SPOT_TAKEN } from '#shared/addons.ts';
import { parseDate, toIsoDate } from '#shared/dates.ts';
import { dealEnd } from '#shared/deal-dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { REASONS } from '#shared/reasons.ts';
import { answerBy } from './deadlines.ts';
import { failedRulesOn } from './eligibility.ts';
import { eligibilityFacts } from './eligibility-facts.ts';
import { refuseUnlessSeen } from './review.ts';
import { emailFacts } from './reviewed.ts';
import { datesWithTakenAddons, hasFreeSlot, releaseHeldSlot } from './slots.ts';
import { namedDates } from './state.ts';
import {
  type LockedPromotion,
  lockBookingsOf,
  type Staff,
  staffActor,
  transition,
  transitionPromotion,
} from './transition.ts';

type Proposal = {
  id: number;
  actor: Staff;
  promotion_date: string;
  message?: string | null | undefined;
  review_version?: string | undefined;
};

/**
 * Asks the partner to confirm a date. Nothing is reserved. Throws 422 for a date that is named, closed, or against the
 * rules, and 409 if it has no free slot or top spot, or if something changed since the editor read the promotion.
 */
export const proposeDate = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { id, actor, promotion_date, message, review_version }: Proposal,
) =>
  transitionPromotion(deps, { id, action: 'propose_date', actor: staffActor(actor) }, async (tx, promotion) => {
    refuseUnlessSeen(promotion, review_version);
    if (namedDates(promotion).includes(promotion_date))
      throw invalid({ promotion_date: ['The partner requested this date. Approve the promotion for it instead.'] });
    await refuseUnlessBookable(deps, tx, promotion, promotion_date);
    const proposed_date = parseDate(promotion_date);
    const question = [`We’d like to run this promotion on ${formatDate(promotion_date)}.`, message];
    const staff_message = question.filter(Boolean).join('\n\n');
    const props = {
      ...emailFacts(deps, promotion),
      date: promotion_date,
      message: message ?? null,
      deal_ends_on: dealEnd(toIsoDate(promotion.deal_ends_on), [promotion_date]),
      answer_by: answerBy({ ...promotion, proposed_date }, deps.now()).toISOString(),
      confirm_by: cutoffOf(promotion_date).toISOString(),
      is_date_passed: promotion.date_passed_at !== null,
    };
    await enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'date_proposed', props });
    return {
      data: {
        approval_status: 'awaiting_feedback',
        proposed_date,
        staff_message,
        feedback_requested_at: deps.now(),
        ...{ partner_feedback: null, feedback_submitted_at: null },
        reviewed_by: actor.id,
      },
      reason: staff_message,
    };
  });

type Confirmation = { id: number; partner_id: number; promotion_date: string };

/** Makes the proposed date the requested one and extends a deal that ends before it. Staff can then approve it. */
export const confirmDate = (deps: Pick<Deps, 'db' | 'now'>, { id, partner_id, promotion_date }: Confirmation) =>
  deps.db.$transaction(async (tx) => {
    await lockBookingsOf(tx, id);
    const actor = { role: 'partner', id: partner_id } as const;
    return transition(deps, tx, { id, action: 'confirm_date', actor }, async (_tx, promotion) => {
      if (promotion_date !== toIsoDate(promotion.proposed_date!))
        throw invalid({ promotion_date: ['is not the date our editors proposed'] });
      await refuseUnlessBookable(deps, tx, promotion, promotion_date);
      const slot = { date: promotion_date, category_id: promotion.category_id };
      await releaseHeldSlot(tx, deps.now(), id, slot);
      await moveAddons(tx, id, slot);
      const others = promotion.alternate_dates.filter((date) => toIsoDate(date) !== promotion_date);
      const answer = `Yes, please run it on ${formatDate(promotion_date)}.`;
      return {
        data: {
          requested_date: parseDate(promotion_date),
          alternate_dates: others,
          deal_ends_on: parseDate(dealEnd(toIsoDate(promotion.deal_ends_on), [promotion_date])),
          proposed_date: null,
          date_passed_at: null,
          partner_feedback: answer,
          feedback_submitted_at: deps.now(),
        },
        reason: answer,
      };
    });
  });

async function refuseUnlessBookable(deps: Pick<Deps, 'now'>, tx: Tx, promotion: LockedPromotion, date: string) {
  if (!(await openDates(tx, deps.now())).includes(date))
    throw invalid({ promotion_date: ['must be a date whose newsletter is still open'] });
  if (!(await hasFreeSlot(tx, { date, category_id: promotion.category_id })))
    throw conflict(REASONS.date_full.explanation, { code: 'date_full' });
  if ((await datesWithTakenAddons(tx, promotion, [date])).size) throw conflict(TOP_SPOT_TAKEN);
  const { id, book, category } = promotion;
  const draft = { promotion_id: id };
  const facts = await eligibilityFacts(tx, { now: deps.now(), book, category, draft, is_staff: true });
  const codes = failedRulesOn(facts, date);
  if (codes.length) throw invalid({ promotion_date: codes.map((code) => REASONS[code].explanation) }, { codes });
}
