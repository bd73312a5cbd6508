/**
 * Records a refund's outcome once. A success gets a ledger entry, an event, an email, and, unless a surplus was
 * refunded, a refund invoice. A failure gets an event and, unless staff see it in the response, an alert. A second
 * caller finds the refund settled.
 */
import type { Invoice, Refund } from '#prisma';
import { createInvoice } from '#server/billing/invoices.ts';
import { invoiceNumber } from '#server/billing/presenter.ts';
import type { RefundOutcome } from '#server/billing/stripe-refunds.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { failpoint } from '#server/platform/failpoints.ts';
import { emailFacts } from '#server/promotions/reviewed.ts';
import { type LockedPromotion, lockPromotion, recordEvent, SYSTEM } from '#server/promotions/transition.ts';
import { adjustRewardForRefund } from '#server/referrals/earn.ts';
import { formatCents } from '#shared/money.ts';
import { announceInvoice } from './invoice-events.ts';
import { alertStaff } from './money-alert.ts';
import { releaseRefund } from './refund-claim.ts';

export async function settleRefund(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>,
  id: number,
  outcome: RefundOutcome,
  { alertsStaff = true }: { alertsStaff?: boolean } = {},
): Promise<void> {
  if (outcome.kind === 'unknown') return;
  await deps.db.$transaction(async (tx) => {
    const { promotion_id } = await tx.refund.findUniqueOrThrow({ where: { id } });
    const promotion = await lockPromotion(tx, promotion_id, SYSTEM);
    await settleLockedRefund(deps, tx, promotion, id, outcome, alertsStaff);
    await failpoint('refund.settling');
  });
  await failpoint('refund.settled');
}

/** Settles a refund inside a transaction that holds the promotion's lock. */
export async function settleLockedRefund(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  promotion: LockedPromotion,
  id: number,
  outcome: Exclude<RefundOutcome, { kind: 'unknown' }>,
  alertsStaff = true,
) {
  const { stripe_refund_id } = outcome;
  const failure = outcome.kind === 'failed' ? outcome.failure : null;
  const [refund] = await tx.refund.updateManyAndReturn({
    where: { id, state: 'claimed' },
    data: { state: outcome.kind, stripe_refund_id, failure, settled_at: deps.now() },
  });
  if (!refund) return;
  if (failure === null) await completeRefund(deps, tx, promotion, refund);
  else await failRefund(deps, tx, promotion, refund, alertsStaff);
}

async function completeRefund(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  promotion: LockedPromotion,
  refund: Refund,
) {
  await tx.ledgerEntry.create({
    data: {
      invoice_id: refund.invoice_id,
      kind: 'refund',
      amount_cents: -refund.amount_cents,
      stripe_id: refund.stripe_refund_id!,
      at: deps.now(),
    },
  });
  const changesInvoice = await isOfPayingCharge(tx, refund);
  if (changesInvoice) await adjustRewardForRefund(deps, tx, refund.invoice_id, refund.amount_cents);
  const refundInvoice = changesInvoice ? await createRefundInvoice(deps, tx, refund) : null;
  await recordRefundEvent(
    deps,
    tx,
    promotion,
    refund,
    `${formatCents(refund.amount_cents)} refunded: ${refund.reason}`,
  );
  if (refundInvoice)
    await announceInvoice(deps, tx, 'invoice.refunded', {
      invoice_id: refund.invoice_id,
      refund_invoice: refundInvoice,
    });
  const { last4 } = await chargedCard(tx, refund);
  const props = {
    ...emailFacts(deps, promotion),
    refunded_cents: refund.amount_cents,
    reason: refund.cause === 'staff' ? refund.reason : null,
    invoice_number: refundInvoice && invoiceNumber(refundInvoice.number),
    card_last4: last4,
  };
  await enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'refund_made', props });
}

/** True if the refunded charge paid the invoice. A surplus charge didn't, so its refund doesn't change the invoice. */
export async function isOfPayingCharge(tx: Tx, { captured_charge_id, invoice_id }: Refund) {
  const { payment_intent_id } = await tx.capturedCharge.findUniqueOrThrow({ where: { id: captured_charge_id } });
  return (await tx.invoice.count({ where: { id: invoice_id, payment_intent_id } })) > 0;
}

/**
 * Creates the refund's negative invoice, which is paid from the start, and adds the amount to the original's
 * `refunded_cents`. The original is `refunded` once nothing of its charge is left.
 */
async function createRefundInvoice(deps: Pick<Deps, 'now'>, tx: Tx, refund: Refund): Promise<Invoice> {
  const { amount_cents } = refund;
  // The charge's amount may differ from its invoice's.
  const charge = await tx.capturedCharge.findUniqueOrThrow({ where: { id: refund.captured_charge_id } });
  const isAllRefunded = charge.refunded_cents >= charge.captured_cents;
  const { number, partner_id, promotion_id, card_last4 } = await tx.invoice.update({
    where: { id: refund.invoice_id },
    data: { refunded_cents: { increment: amount_cents }, ...(isAllRefunded ? { status: 'refunded' } : {}) },
  });
  const description = `Refund of invoice ${invoiceNumber(number)}: ${refund.reason}`;
  const refundInvoice = await createInvoice(deps, tx, {
    partner_id,
    promotion_id,
    invoice_type: 'refund',
    lines: [{ description, quantity: 1, unit_cents: -amount_cents, amount_cents: -amount_cents }],
    subtotal_cents: -amount_cents,
    discount_cents: 0,
    credit_cents: 0,
    total_cents: -amount_cents,
    card_last4,
  });
  await tx.refund.update({ where: { id: refund.id }, data: { refund_invoice_id: refundInvoice.id } });
  return refundInvoice;
}

async function failRefund(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  promotion: LockedPromotion,
  refund: Refund,
  alertsStaff: boolean,
) {
  const { cause, failure, captured_charge_id } = refund;
  await releaseRefund(tx, refund);
  const amount = formatCents(refund.amount_cents);
  // Stripe's words are for staff; the partner reads the event.
  await recordRefundEvent(deps, tx, promotion, refund, `A refund of ${amount} failed.`);
  if (cause === 'surplus') {
    await alertStaff(deps, tx, promotion, {
      headline: 'An overcharge couldn’t be refunded',
      message: `We charged ${amount} that wasn’t owed, and Stripe rejected the refund: ${failure} Refund charge ${captured_charge_id} in Stripe’s dashboard.`,
    });
    deps.log.error({ promotion_id: promotion.id, charge: captured_charge_id }, 'surplus not refunded');
  } else if (alertsStaff)
    await alertStaff(deps, tx, promotion, {
      headline: 'A refund failed',
      message: `The ${amount} refund didn’t reach the partner: ${failure}`,
    });
}

export const recordRefundEvent = (
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  promotion: LockedPromotion,
  refund: Refund,
  reason: string,
) => {
  const actor = { role: refund.requested_by, id: refund.user_id };
  return recordEvent(deps, tx, { action: 'refund', actor, before: promotion, after: promotion, reason });
};

const chargedCard = async (tx: Tx, { captured_charge_id }: Refund) => {
  const { charge_attempt } = await tx.capturedCharge.findUniqueOrThrow({
    where: { id: captured_charge_id },
    include: { charge_attempt: { include: { credit_card: { select: { last4: true } } } } },
  });
  return charge_attempt.credit_card;
};
