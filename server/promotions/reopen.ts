/** Reopens a promotion that staff declined or canceled: it goes back into review. */

import { Prisma } from '#prisma';
import { holdAddonsAgain } from '#server/addons/service.ts';
import { reserveDiscountAgain } from '#server/discounts/service.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict } from '#server/platform/errors.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { parseDate } from '#shared/dates.ts';
import { namedDates } from './state.ts';
import { emailFacts, lockBookingsOf, type Staff, staffActor, transition } from './transition.ts';

type Reopening = { id: number; actor: Staff; message?: string | null | undefined };

/**
 * Reserves add-ons and the discount use again; a slot is only taken at approval. 409 if the partner canceled it, no
 * named date is open, or the top spot or the code has been taken since.
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
      const date = namedDates(promotion).find((named) => open.includes(named));
      if (!date) throw conflict('All of the partner’s dates have closed. Ask them to submit the promotion again.');
      await holdAddonsAgain(tx, id, date);
      if (discount) await reserveDiscountAgain(tx, deps.now(), { ...promotion, promotion_id: id, code: discount.code });
      const props = { ...emailFacts(deps, { ...promotion, promotion_date: null }), message: message ?? null };
      await enqueueEmail(deps, tx, { ...toPartner(partner), template: 'promotion_reopened', props });
      return {
        data: {
          // Its partner can change it freely again, so the editor decides on the booking as shown.
          proposed_changes: Prisma.DbNull,
          alternate_dates: namedDates(promotion).slice(1).map(parseDate),
          ...{ approval_status: null, promotion_date: null, position: null, reviewed_by: actor.id, reviewed_at: null },
          ...{ reason_codes: [], staff_message: message ?? null, suggested_category_id: null },
          ...{ feedback_requested_at: null, proposed_date: null, date_passed_at: null },
          ...{ cancelled_at: null, cancelled_by: null, cancel_reason: null },
        },
        reason: message ?? null,
      };
    });
  });
