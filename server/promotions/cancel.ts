/**
 * Cancels a promotion in one transaction: before it's sent, its add-ons, discount use, and slot are released;
 * afterwards, its unpaid invoice is written off.
 */

import { releaseAddons } from '#server/addons/service.ts';
import { voidInvoice } from '#server/billing/invoices.ts';
import { invoiceNumber } from '#server/billing/presenter.ts';
import { releaseDiscount } from '#server/discounts/service.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict } from '#server/platform/errors.ts';
import { bookedDate, emailFacts } from './reviewed.ts';
import { releaseAndOfferSlot, releaseHeldSlot } from './slots.ts';
import { type LockedPromotion, type PromotionActor, SYSTEM, transition, transitionPromotion } from './transition.ts';

type Cancellation = {
  id: number;
  actor: PromotionActor & { role: 'partner' | 'user' };
  reason?: string | null | undefined;
};

/** Cancels a promotion in review. */
export const cancelPromotion = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { id, actor, reason }: Cancellation,
) =>
  transitionPromotion(deps, { id, action: 'cancel', actor }, async (tx, promotion) => {
    await releaseAndEmail(deps, tx, promotion, { actor, reason: reason ?? null });
    return { data: cancelColumns(deps, actor, reason), reason };
  });

/** Cancels a promotion whose dates passed before staff decided and whose partner gave no new date or answer in time. */
export const cancelPassed = (deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, id: number) =>
  transition(deps, tx, { id, action: 'cancel', actor: SYSTEM }, async (_tx, promotion) => {
    await releaseAndEmail(deps, tx, promotion, { actor: SYSTEM, reason: NO_NEW_DATE });
    return { data: cancelColumns(deps, SYSTEM, NO_NEW_DATE), reason: NO_NEW_DATE };
  });

const NO_NEW_DATE = 'The newsletter closed before our review, and we got no new date or answer in time.';

/** Cancels an approved promotion: free of charge before it's sent. After that, writes off its unpaid invoice. */
export const cancelApprovedPromotion = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { id, actor, reason }: Cancellation,
) =>
  transitionPromotion(deps, { id, action: 'cancel_approved', actor }, async (tx, promotion) => {
    if (promotion.sent_at) await writeOff(deps, tx, promotion, reason ?? null);
    else {
      await releaseAndOfferSlot(tx, deps.now(), { date: bookedDate(promotion), category_id: promotion.category_id });
      await releaseAndEmail(deps, tx, promotion, { actor, reason: reason ?? null });
    }
    return { data: cancelColumns(deps, actor, reason), reason };
  });

const cancelColumns = (deps: Pick<Deps, 'now'>, actor: PromotionActor, reason: string | null | undefined) => ({
  cancelled_at: deps.now(),
  cancelled_by: actor.role,
  cancel_reason: reason ?? null,
});

async function releaseAndEmail(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  promotion: LockedPromotion,
  { actor, reason }: { actor: PromotionActor; reason: string | null },
) {
  await releaseAddons(tx, promotion.id);
  await releaseDiscount(tx, promotion.id);
  await releaseHeldSlot(tx, deps.now(), promotion.id);
  await enqueueEmail(deps, tx, {
    ...toPartner(promotion.partner),
    template: 'promotion_cancelled',
    props: { ...emailFacts(deps, promotion), cancelled_by: actor.role, reason },
  });
}

/** Voids the invoice and returns what it had used: the partner's credit and the code. */
async function writeOff(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  promotion: LockedPromotion,
  reason: string | null,
) {
  const open = await tx.chargeAttempt.count({ where: { promotion_id: promotion.id, state: 'claimed' } });
  if (open) throw conflict('A charge is in progress. Try again in a few minutes.');
  const { id, number, total_cents, credit_cents } = promotion.invoice!;
  await voidInvoice(tx, id);
  await tx.partner.update({
    where: { id: promotion.partner_id },
    data: { credit_cents: { increment: credit_cents } },
  });
  await releaseDiscount(tx, promotion.id);
  await enqueueEmail(deps, tx, {
    ...toPartner(promotion.partner),
    template: 'invoice_written_off',
    props: {
      ...emailFacts(deps, promotion),
      total_cents,
      invoice_number: invoiceNumber(number),
      reason,
      returned_credit_cents: credit_cents,
    },
  });
  await tx.stripeError.updateMany({
    where: { promotion_id: promotion.id, resolved_at: null },
    data: { resolved_at: deps.now() },
  });
}
