/**
 * The first step of every refund: creates its row with an idempotency key and reserves its part of the captured charge.
 */
import type { Prisma, Refund } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict } from '#server/platform/errors.ts';

/** The job that makes a claimed refund at Stripe in the background. */
export const REFUND_JOB = 'promotions.refund';

type NewRefund = Pick<
  Prisma.RefundUncheckedCreateInput,
  'invoice_id' | 'promotion_id' | 'cause' | 'reason' | 'requested_by' | 'user_id' | 'stripe_refund_id'
> & { captured_charge_id: string; amount_cents: number };

/**
 * Reserves the amount and creates the refund's row. The caller must have locked the promotion. Throws 409 if the amount
 * exceeds what is left of the charge.
 */
export async function claimRefund(deps: Pick<Deps, 'now'>, tx: Tx, refund: NewRefund): Promise<Refund> {
  await reserveAmount(tx, refund, refund.cause === 'stripe');
  const earlierRefunds = await tx.refund.count({ where: { promotion_id: refund.promotion_id } });
  return tx.refund.create({
    data: {
      ...refund,
      idempotency_key: `promo:${refund.promotion_id}:refund:${earlierRefunds + 1}`,
      claimed_at: deps.now(),
    },
  });
}

/** Reopens a refund recorded as failed that Stripe made after all, so that it can be settled. */
export async function reopenRefund(tx: Tx, refund: Refund) {
  await reserveAmount(tx, refund, true);
  await tx.refund.update({ where: { id: refund.id }, data: { state: 'claimed' } });
}

/** `isMade`: Stripe has made the refund already, so a dispute of the charge doesn't prevent it. */
async function reserveAmount(
  tx: Tx,
  { captured_charge_id: id, amount_cents }: Pick<Refund, 'captured_charge_id' | 'amount_cents'>,
  isMade: boolean,
) {
  const reserved = await tx.$executeRaw`
    update captured_charges set refunded_cents = refunded_cents + ${amount_cents}
    where id = ${id} and refunded_cents + ${amount_cents} + case when ${isMade} then 0 else disputed_cents end <= captured_cents`;
  if (!reserved) throw conflict('That’s more than the amount left to refund. Enter a smaller amount.');
}

/** Releases the reserved part of the charge. */
export const releaseRefund = (tx: Tx, { captured_charge_id, amount_cents }: Refund) =>
  tx.capturedCharge.update({
    where: { id: captured_charge_id },
    data: { refunded_cents: { decrement: amount_cents } },
  });
