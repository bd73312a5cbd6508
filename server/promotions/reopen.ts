/** Returns a declined, canceled, or approved promotion to review, unless its partner canceled it. */

import { Prisma } from '#prisma';
import { holdAddonsAgain } from '#server/addons/service.ts';
import { reserveDiscountAgain } from '#server/discounts/service.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict } from '#server/platform/errors.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { parseDate, toIsoDate } from '#shared/dates.ts';
import { bookedDate, emailFacts } from './reviewed.ts';
import { releaseAndOfferSlot } from './slots.ts';
import { namedDates } from './state.ts';
import { lockBookingsOf, type Staff, staffActor, transition } from './transition.ts';

type Reopening = { id: number; actor: Staff; message?: string | null | undefined };

/**
 * Releases an approved promotion's slot, and keeps its add-ons and discount use reserved. For others, reserves both
 * again. A slot is only taken at approval. Throws 409 if the partner canceled it or closed the account, no named date
 * is open, its newsletter has closed, changes after the approval await staff, the top spot is taken, or the code can't
 * be used anymore.
 */
export const reopenPromotion = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { id, actor, message }: Reopening,
) =>
  deps.db.$transaction(async (tx) => {
    await lockBookingsOf(tx, id);
    return transition(deps, tx, { id, action: 'reopen', actor: staffActor(actor) }, async (_tx, promotion) => {
      const { partner, discount } = promotion;
      if (partner.deleted_at) throw conflict('This partner’s account was deleted, so you can’t reopen the promotion.');
      const open = await openDates(tx, deps.now());
      const wasApproved = promotion.approval_status === 'approved' && promotion.cancelled_at === null;
      const booked = bookedDate(promotion);
      // After an approval for an earlier date, the deal may end before the requested one.
      const named = namedDates(promotion).filter((one) => one <= toIsoDate(promotion.deal_ends_on));
      const [requested_date, ...alternate_dates] = named.map(parseDate);
      // The booked date comes first, because an approved promotion holds its top spot only on that date.
      const dates = wasApproved ? [booked, ...named] : named;
      const date = dates.find((one) => open.includes(one));
      if (!date) throw conflict('All of the partner’s dates have closed. Ask them to submit the promotion again.');
      // The slot comes before the add-ons, as in an approval, so that the two can't deadlock.
      if (wasApproved) await releaseAndOfferSlot(tx, deps.now(), { date: booked, category_id: promotion.category_id });
      await holdAddonsAgain(tx, id, { date, from: wasApproved ? 'confirmed' : 'released' });
      if (discount && !wasApproved)
        await reserveDiscountAgain(tx, deps.now(), { ...promotion, promotion_id: id, code: discount.code });
      const facts = emailFacts(deps, { ...promotion, promotion_date: null, requested_date: requested_date! });
      const props = { ...facts, message: message ?? null, was_approved: wasApproved };
      await enqueueEmail(deps, tx, { ...toPartner(partner), template: 'promotion_reopened', props });
      return {
        data: {
          // Discards changes proposed after an earlier approval: in review, the partner can edit the booking directly.
          proposed_changes: Prisma.DbNull,
          requested_date: requested_date!,
          alternate_dates,
          ...{ approval_status: null, promotion_date: null, position: null, reviewed_by: actor.id, reviewed_at: null },
          ...{ reason_codes: [], staff_message: message ?? null, suggested_category_id: null },
          ...{ feedback_requested_at: null, partner_feedback: null, feedback_submitted_at: null },
          ...{ proposed_date: null, date_passed_at: null },
          ...{ cancelled_at: null, cancelled_by: null, cancel_reason: null },
        },
        reason: message ?? null,
      };
    });
  });
