/** Syncs a charge's refunds from Stripe: ours, even after they're settled, and those made in Stripe's dashboard. */
import type { Refund } from '#prisma';
import { RETURNED_SUFFIX } from '#server/billing/invoices.ts';
import { type FoundRefund, listRefunds, type RefundOutcome } from '#server/billing/stripe-refunds.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { failpoint } from '#server/platform/failpoints.ts';
import { type LockedPromotion, lockPromotion, SYSTEM } from '#server/promotions/transition.ts';
import { adjustRewardForRefund } from '#server/referrals/earn.ts';
import { formatCents } from '#shared/money.ts';
import { alertStaff } from './money-alert.ts';
import { claimRefund, releaseRefund, reopenRefund } from './refund-claim.ts';
import { isOfPayingCharge, recordRefundEvent, settleLockedRefund } from './refund-settle.ts';

/** Syncs all refunds of a charge. Ignores charges that aren't ours. */
export async function syncRefunds(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'stripe'>,
  charge_id: string,
): Promise<void> {
  const charge = await deps.db.capturedCharge.findUnique({
    where: { id: charge_id },
    include: { charge_attempt: { select: { promotion_id: true } } },
  });
  if (!charge) return;
  for (const stripeRefund of await listRefunds(deps.stripe.api, charge_id)) {
    await deps.db.$transaction(async (tx) => {
      const promotion = await lockPromotion(tx, charge.charge_attempt.promotion_id, SYSTEM);
      await syncRefund(deps, tx, promotion, charge, stripeRefund);
      await failpoint('refund.syncing');
    });
  }
}

type Charge = { id: string; invoice_id: number };

async function syncRefund(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  promotion: LockedPromotion,
  charge: Charge,
  stripeRefund: FoundRefund,
) {
  const { outcome } = stripeRefund;
  if (outcome.kind === 'unknown') return;
  const existing = await tx.refund.findFirst({
    where: { captured_charge_id: charge.id, OR: matchesFor(stripeRefund) },
  });
  if (existing?.state === 'succeeded' && outcome.kind === 'failed')
    return recordReturnedRefund(deps, tx, promotion, existing, outcome);
  if (existing?.state === 'failed' && outcome.kind === 'succeeded') await reopenRefund(tx, existing);
  if (existing) return settleLockedRefund(deps, tx, promotion, existing.id, outcome);
  if (outcome.kind === 'failed') return;
  const claimedRefund = await claimRefund(deps, tx, {
    captured_charge_id: charge.id,
    invoice_id: charge.invoice_id,
    promotion_id: promotion.id,
    amount_cents: stripeRefund.amount_cents,
    cause: 'stripe',
    reason: 'made in Stripe',
    requested_by: 'system',
    stripe_refund_id: stripeRefund.stripe_refund_id,
  });
  await settleLockedRefund(deps, tx, promotion, claimedRefund.id, outcome);
}

const matchesFor = ({ refund_id, stripe_refund_id }: FoundRefund) => [
  { stripe_refund_id },
  ...(refund_id ? [{ id: refund_id }] : []),
];

/**
 * Records that the bank returned a refund, which may happen days later. Staff must pay the partner back another way.
 */
async function recordReturnedRefund(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  promotion: LockedPromotion,
  refund: Refund,
  { failure }: RefundOutcome & { kind: 'failed' },
) {
  const { invoice_id, amount_cents, refund_invoice_id, stripe_refund_id } = refund;
  await tx.refund.update({ where: { id: refund.id }, data: { state: 'failed', failure } });
  await releaseRefund(tx, refund);
  await tx.ledgerEntry.create({
    data: { invoice_id, kind: 'refund', amount_cents, stripe_id: stripe_refund_id + RETURNED_SUFFIX, at: deps.now() },
  });
  if (await isOfPayingCharge(tx, refund)) {
    await adjustRewardForRefund(deps, tx, invoice_id, -amount_cents);
    await tx.invoice.update({
      where: { id: invoice_id },
      data: { status: 'paid', refunded_cents: { decrement: amount_cents } },
    });
    await tx.invoice.update({ where: { id: refund_invoice_id! }, data: { status: 'void' } });
  }
  await recordRefundEvent(deps, tx, promotion, refund, 'The bank returned a refund to us.');
  await alertStaff(deps, tx, promotion, {
    headline: 'The bank returned a refund',
    message: `The bank returned a ${formatCents(amount_cents)} refund to us. ${failure} Arrange another way to pay the partner back.`,
  });
  deps.log.error({ promotion_id: promotion.id, refund_id: refund.id }, 'refund returned by the bank');
}
