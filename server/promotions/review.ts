/** Staff decide, partners answer. */

import { confirmAddons, moveAddons, releaseAddons } from '#server/addons/service.ts';
import { releaseDiscount } from '#server/discounts/service.ts';
import { enqueueMail, toPartner } from '#server/emails/enqueue.ts';
import { cutoffOf, promotionToday, vancouver } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { FEEDBACK_DAYS } from '#shared/business.ts';
import { addDays, dateOf, dateText } from '#shared/dates.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';
import { takePlace } from './places.ts';
import { statusWhere } from './queries.ts';
import { type By, changeIn, changePromotion, type Locked, mailFacts, SYSTEM } from './transition.ts';

const DAY_MS = 86_400_000;

type Reviewer = { id: number };
const userBy = ({ id }: Reviewer): By => ({ role: 'user', id });

/**
 * Takes a place on the date staff name, else on the requested one, else on the first alternate that is free, with its top place
 * if the partner booked that. 409 `date_full` if no date has a place, 409 if only the top place is taken.
 */
export const approvePromotion = (
  deps: Deps,
  {
    id,
    by,
    promotion_date,
    position,
  }: { id: number; by: Reviewer; promotion_date?: string | undefined; position?: number | undefined },
) =>
  changePromotion(deps, { id, action: 'approve', by: userBy(by) }, async (tx, promotion) => {
    const date = await takeFirstFree(deps, tx, promotion, promotion_date);
    if (promotion.addons.length) await moveAddons(tx, id, { date, category_id: promotion.category_id });
    await confirmAddons(tx, id);
    const mail = {
      ...mailFacts(deps, promotion),
      date,
      sale_price_cents: promotion.sale_price_cents,
      max_cost_cents: promotion.max_cost_cents,
    };
    await enqueueMail(deps, tx, { ...toPartner(promotion.partner), template: 'promotion_approved', props: mail });
    return {
      data: {
        approval_status: 'approved',
        promotion_date: dateOf(date),
        position: position ?? null,
        reviewed_by: by.id,
        reviewed_at: deps.now(),
      },
    };
  });

async function takeFirstFree(deps: Deps, tx: Tx, promotion: Locked, chosen: string | undefined) {
  const open = promotionToday(deps.now());
  const asked = chosen ? [chosen] : [promotion.requested_date, ...promotion.alternate_dates].map(dateText);
  const possible = asked.filter((date) => date >= open && date <= dateText(promotion.deal_ends_on));
  const closed = await closedAmong(tx, possible);
  const dates = possible.filter((date) => !closed.has(date));
  if (!dates.length)
    throw invalid({ promotion_date: ['must be a date whose newsletter is still open and on which the deal runs'] });
  const crowded = await datesWithoutSlot(tx, promotion, dates);
  // Where only its slot is taken it goes last: moving the add-on there is refused, which says what is wrong.
  for (const date of dates.toSorted((a, b) => Number(crowded.has(a)) - Number(crowded.has(b)))) {
    if (await takePlace(tx, { date, category_id: promotion.category_id })) return date;
  }
  throw conflict(REASONS.date_full.explanation, { code: 'date_full' });
}

/** Staff may close a newsletter before its cutoff. Locked, so that none of these closes before we are done. */
async function closedAmong(tx: Tx, dates: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ newsletter_date: Date; status: string }[]>`
    select newsletter_date, status::text from newsletters
    where kind = 'daily' and newsletter_date = any(${[...dates]}::date[]) order by id for share`;
  return new Set(rows.filter(({ status }) => status !== 'draft').map((row) => dateText(row.newsletter_date)));
}

/** The dates on which somebody else holds a slot of this promotion's add-ons. The unique index has the last word. */
async function datesWithoutSlot(tx: Tx, { id, category_id, addons }: Locked, dates: readonly string[]) {
  const taken = await tx.promotionAddon.findMany({
    where: {
      addon_id: { in: addons.map(({ addon_id }) => addon_id) },
      date: { in: dates.map(dateOf) },
      category_id,
      state: { in: ['held', 'confirmed'] },
      promotion_id: { not: id },
    },
    select: { date: true },
  });
  return new Set(taken.map(({ date }) => dateText(date)));
}

export const rejectPromotion = (
  deps: Deps,
  rejection: {
    id: number;
    by: Reviewer;
    reason_codes: readonly ReasonCode[];
    message?: string | null | undefined;
    suggested_category_id?: number | null | undefined;
  },
) => decline(deps, userBy(rejection.by), rejection);

/** For the partner who did not answer within the week, or not before the newsletter closed. */
export const declineUnanswered = (deps: Deps, id: number) =>
  decline(deps, SYSTEM, {
    id,
    reason_codes: ['other'],
    message: 'We asked for your feedback and did not hear back in time.',
  });

const decline = (
  deps: Deps,
  by: By,
  {
    id,
    reason_codes,
    message,
    suggested_category_id,
  }: {
    id: number;
    reason_codes: readonly ReasonCode[];
    message?: string | null | undefined;
    suggested_category_id?: number | null | undefined;
  },
) =>
  changePromotion(deps, { id, action: 'reject', by }, async (tx, promotion) => {
    if (suggested_category_id && !(await tx.category.count({ where: { id: suggested_category_id } })))
      throw invalid({ suggested_category_id: ['is not a category'] });
    await releaseAddons(tx, id);
    await releaseDiscount(tx, id);
    const wait = Math.max(...reason_codes.map((code) => REASONS[code].resubmit_after));
    const props = {
      ...mailFacts(deps, promotion),
      reasons: [...reason_codes],
      message: message ?? null,
      resubmit_on: wait ? addDays(vancouver(deps.now()).date, wait) : null,
    };
    await enqueueMail(deps, tx, { ...toPartner(promotion.partner), template: 'promotion_declined', props });
    return {
      data: {
        approval_status: 'rejected',
        reason_codes: [...reason_codes],
        staff_message: message ?? null,
        suggested_category_id: suggested_category_id ?? null,
        reviewed_by: by.id,
        reviewed_at: deps.now(),
      },
      reason: reason_codes.join(', '),
    };
  });

export const askFeedback = (deps: Deps, { id, by, message }: { id: number; by: Reviewer; message: string }) =>
  changePromotion(deps, { id, action: 'ask_feedback', by: userBy(by) }, async (tx, promotion) => {
    const facts = mailFacts(deps, promotion);
    const week = deps.now().getTime() + FEEDBACK_DAYS * DAY_MS;
    const answer_by = new Date(Math.min(week, cutoffOf(facts.date).getTime())).toISOString();
    const props = { ...facts, message, answer_by };
    await enqueueMail(deps, tx, { ...toPartner(promotion.partner), template: 'feedback_asked', props });
    return {
      data: {
        approval_status: 'awaiting_feedback',
        staff_message: message,
        feedback_requested_at: deps.now(),
        feedback_submitted_at: null,
        reviewed_by: by.id,
      },
      reason: message,
    };
  });

export const submitFeedback = (
  deps: Deps,
  tx: Tx,
  { id, partner_id, feedback }: { id: number; partner_id: number; feedback: string },
) =>
  changeIn(deps, tx, { id, action: 'submit_feedback', by: { role: 'partner', id: partner_id } }, async () => ({
    data: { partner_feedback: feedback, feedback_submitted_at: deps.now() },
    reason: feedback,
  }));

/** The daily look at open questions: a week without an answer, or a newsletter that has closed, ends the wait. */
export async function declineUnansweredPromotions(deps: Deps) {
  const week = new Date(deps.now().getTime() - FEEDBACK_DAYS * DAY_MS);
  const open = dateOf(promotionToday(deps.now()));
  const waiting = await deps.db.promotion.findMany({
    where: {
      ...statusWhere(deps.db, 'awaiting partner feedback'),
      OR: [
        { feedback_requested_at: { lte: week } },
        { requested_date: { lt: open }, NOT: { alternate_dates: { isEmpty: false } } },
      ],
    },
    select: { id: true },
  });
  for (const { id } of waiting) await declineUnanswered(deps, id);
}
