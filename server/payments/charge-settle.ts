/**
 * Records the outcome of a charge once, even if a webhook and the reconcile sweep both report it. Captured money is
 * always recorded, even late: it pays the invoice, or it is refunded (docs/decisions/0048-record-all-money.md).
 */
import type { ChargeAttempt } from '#prisma';
import { refuseCard } from '#server/billing/cards.ts';
import { declineMessage, isFinal } from '#server/billing/declines.ts';
import { invoiceNumber } from '#server/billing/presenter.ts';
import type { Captured, ChargeOutcome, Decline } from '#server/billing/stripe.ts';
import { consumeDiscount } from '#server/discounts/service.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { failpoint } from '#server/platform/failpoints.ts';
import { promotionById } from '#server/promotions/queries.ts';
import { emailFacts } from '#server/promotions/reviewed.ts';
import { isUnpaid } from '#server/promotions/state.ts';
import { type LockedPromotion, lockPromotion, recordEvent, SYSTEM } from '#server/promotions/transition.ts';
import { earnReward } from '#server/referrals/earn.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { firstAttemptAt, nextRetry } from './charge-retries.ts';
import { announceInvoice } from './invoice-events.ts';
import { alertStaff } from './money-alert.ts';
import { claimRefund, REFUND_JOB } from './refund-claim.ts';

export const NEEDS_CONFIRMATION = 'authentication_required';

export async function recordOutcome(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>,
  id: number,
  outcome: ChargeOutcome,
): Promise<void> {
  if (outcome.kind === 'unknown') return;
  await deps.db.$transaction(async (tx) => {
    const { promotion_id } = await tx.chargeAttempt.findUniqueOrThrow({ where: { id } });
    const promotion = await lockPromotion(tx, promotion_id, SYSTEM);
    const attempt = await tx.chargeAttempt.findUniqueOrThrow({ where: { id } });
    if (outcome.kind === 'succeeded') await recordCapture(deps, tx, { promotion, attempt, captured: outcome });
    else await recordDecline(deps, tx, { promotion, attempt, decline: outcome.decline });
    await failpoint('charge.settling');
  });
  await failpoint('charge.settled');
}

type SuccessfulCharge = { promotion: LockedPromotion; attempt: ChargeAttempt; captured: Captured };

/**
 * Records captured money. The attempt may already be recorded as failed: Stripe sometimes reports a success late, and a
 * cardholder can confirm a declined payment.
 */
async function recordCapture(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { promotion, attempt, captured }: SuccessfulCharge,
) {
  if (await tx.capturedCharge.count({ where: { id: captured.charge_id } })) return;
  const { id, invoice_id } = attempt;
  await tx.capturedCharge.create({
    data: {
      id: captured.charge_id,
      charge_attempt_id: id,
      invoice_id,
      payment_intent_id: captured.payment_intent_id,
      captured_cents: captured.amount_cents,
      captured_at: deps.now(),
    },
  });
  await tx.ledgerEntry.create({
    data: {
      invoice_id,
      kind: 'charge',
      amount_cents: captured.amount_cents,
      stripe_id: captured.charge_id,
      at: deps.now(),
    },
  });
  if (attempt.state !== 'succeeded') await closeAttempt(deps, tx, id, 'succeeded', captured.payment_intent_id);
  if (isUnpaid(promotion)) await payInvoice(deps, tx, { promotion, attempt, captured });
  else await refundSurplus(deps, tx, { promotion, attempt, captured });
}

const closeAttempt = (
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  id: number,
  state: 'succeeded' | 'failed',
  payment_intent_id: string | null,
) => tx.chargeAttempt.update({ where: { id }, data: { state, payment_intent_id, settled_at: deps.now() } });

async function payInvoice(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  { promotion, attempt, captured }: SuccessfulCharge,
) {
  const { promotion_id, invoice_id } = attempt;
  const { last4 } = await tx.creditCard.findUniqueOrThrow({ where: { id: attempt.credit_card_id } });
  const invoice = await tx.invoice.update({
    where: { id: invoice_id },
    data: {
      status: 'paid',
      payment_intent_id: captured.payment_intent_id,
      card_last4: last4,
      paid_at: deps.now(),
      next_retry_at: null,
    },
  });
  await tx.promotion.update({ where: { id: promotion_id }, data: { paid_at: deps.now() } });
  await tx.stripeError.updateMany({ where: { promotion_id, resolved_at: null }, data: { resolved_at: deps.now() } });
  await consumeDiscount(tx, promotion_id);
  await earnReward(deps, tx, invoice);
  await recordChargeEvent(deps, tx, { promotion, attempt, reason: null });
  await announceInvoice(deps, tx, 'invoice.paid', attempt);
  if (captured.amount_cents !== invoice.total_cents)
    await alertAmountMismatch(deps, tx, { promotion, attempt, captured });
  const props = {
    ...emailFacts(deps, promotion),
    total_cents: captured.amount_cents,
    invoice_number: invoiceNumber(invoice.number),
    card_last4: last4,
  };
  await enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'charge_succeeded', props });
}

/**
 * Alerts staff that the charge differs from the invoice. After restoring a backup, settlement may compute another
 * amount.
 */
const alertAmountMismatch = (
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  { promotion, attempt, captured }: SuccessfulCharge,
) =>
  alertStaff(deps, tx, promotion, {
    headline: 'A charge doesn’t match its invoice',
    message: `${formatCents(captured.amount_cents)} was already collected by charge ${captured.charge_id}, but the invoice says ${formatCents(attempt.amount_cents)}. Please settle the difference with the partner.`,
  });

/** Refunds a charge for which nothing was owed: another attempt paid the invoice, or the invoice was written off. */
async function refundSurplus(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { promotion, attempt, captured }: SuccessfulCharge,
) {
  const reason = `${formatCents(captured.amount_cents)} was charged although nothing was owed.`;
  const refund = await claimRefund(deps, tx, {
    captured_charge_id: captured.charge_id,
    invoice_id: attempt.invoice_id,
    promotion_id: promotion.id,
    amount_cents: captured.amount_cents,
    cause: 'surplus',
    reason,
    requested_by: 'system',
    user_id: null,
  });
  await deps.queue.send(tx, REFUND_JOB, { id: refund.id });
  await alertStaff(deps, tx, promotion, {
    headline: 'A card was charged although nothing was due',
    message: `${reason} The charge ${captured.charge_id} is being refunded automatically.`,
  });
  deps.log.error({ promotion_id: promotion.id, charge: captured.charge_id }, 'surplus charge, refunding');
}

type DeclinedCharge = { promotion: LockedPromotion; attempt: ChargeAttempt; decline: Decline };

async function recordDecline(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { promotion, attempt, decline }: DeclinedCharge,
) {
  if (attempt.state !== 'claimed') return;
  await closeAttempt(deps, tx, attempt.id, 'failed', decline.payment_intent_id);
  if (decline.type === 'invalid_request_error')
    deps.log.error({ promotion_id: promotion.id, decline }, 'Stripe refused a charge as invalid');
  const isFinalDecline = isFinal(decline);
  if (isFinalDecline) await refuseCard(tx, deps.now(), { ...decline, id: attempt.credit_card_id });
  if (isUnpaid(promotion)) await failInvoice(deps, tx, { promotion, attempt, decline, isFinalDecline });
  await recordChargeEvent(deps, tx, { promotion, attempt, reason: declineMessage(decline, 'partner') });
  if (isUnpaid(promotion)) await announceInvoice(deps, tx, 'invoice.failed', attempt);
}

/**
 * Marks the invoice as failed and emails the partner. Unless the decline is final, schedules the next retry (on day 1,
 * 3, or 7), if one is left.
 */
async function failInvoice(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  { promotion, attempt, decline, isFinalDecline }: DeclinedCharge & { isFinalDecline: boolean },
) {
  const { promotion_id, invoice_id } = attempt;
  await tx.stripeError.create({ data: { promotion_id, ...decline, created_at: deps.now() } });
  const firstAttempt = (await firstAttemptAt(tx, promotion_id)) ?? deps.now();
  const next_retry_at = isFinalDecline ? null : nextRetry(firstAttempt, deps.now());
  await tx.invoice.update({
    where: { id: invoice_id },
    data: { status: 'failed', retry_count: { increment: 1 }, next_retry_at },
  });
  const to = toPartner(promotion.partner);
  const commonProps = {
    ...emailFacts(deps, promotion),
    total_cents: attempt.amount_cents,
    message: declineMessage(decline, 'partner'),
  };
  const urlOf = (path: string) => deps.config.appUrl + path;
  if (decline.code === NEEDS_CONFIRMATION && decline.payment_intent_id) {
    const props = { ...commonProps, confirm_url: urlOf(paths.confirmPayment(promotion_id)) };
    await enqueueEmail(deps, tx, { ...to, template: 'payment_confirmation_asked', props });
  } else {
    const retry = next_retry_at?.toISOString() ?? null;
    const is_declined = decline.type === 'card_error';
    const props = { ...commonProps, is_declined, next_retry_at: retry, billing_url: urlOf(paths.billing()) };
    await enqueueEmail(deps, tx, { ...to, template: 'charge_failed', props });
  }
}

type ChargeEvent = { promotion: LockedPromotion; attempt: ChargeAttempt; reason: string | null };

async function recordChargeEvent(deps: Pick<Deps, 'now'>, tx: Tx, { promotion, attempt, reason }: ChargeEvent) {
  const after = (await promotionById(tx, promotion.id, {}))!;
  const actor = { role: attempt.requested_by, id: attempt.requested_by_id };
  await recordEvent(deps, tx, { action: 'charge', actor, before: promotion, after, reason });
}
