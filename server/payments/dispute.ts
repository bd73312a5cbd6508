/**
 * Records the money that a cardholder's bank takes back, temporarily or permanently, and alerts staff. Evidence is
 * submitted in Stripe's dashboard. See docs/decisions/0052-disputes-as-stripe-reports-them.md.
 */
import type { Dispute } from '#prisma';
import { type DisputeFacts, disputeById } from '#server/billing/stripe-disputes.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { failpoint } from '#server/platform/failpoints.ts';
import { type LockedPromotion, lockPromotion, recordEvent, SYSTEM } from '#server/promotions/transition.ts';
import { adjustRewardForRefund } from '#server/referrals/earn.ts';
import { formatInstant } from '#shared/dates.ts';
import { formatCents } from '#shared/money.ts';
import { alertStaff } from './money-alert.ts';

/**
 * Updates a dispute to its current state at Stripe, regardless of the order of its events. If another event changed it
 * during the call, the response may be older than the stored state, so the call is repeated.
 */
export async function syncDispute(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'stripe'>,
  id: string,
): Promise<void> {
  for (let isDone = false; !isDone; ) isDone = await trySyncDispute(deps, id);
}

/** Returns false if another event changed the dispute during the call. */
async function trySyncDispute(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'stripe'>,
  id: string,
): Promise<boolean> {
  const stateBefore = await deps.db.dispute.findUnique({ where: { id } });
  const dispute = await disputeById(deps.stripe.api, id);
  const charge = await deps.db.capturedCharge.findUnique({
    where: { id: dispute.charge_id },
    include: { charge_attempt: { select: { promotion_id: true } } },
  });
  if (!charge) return true;
  return deps.db.$transaction(async (tx) => {
    const promotion = await lockPromotion(tx, charge.charge_attempt.promotion_id, SYSTEM);
    const before = await tx.dispute.findUnique({ where: { id } });
    if (!isUnchanged(stateBefore, before)) return false;
    // The bank's decision is final: an older response must not reopen the dispute.
    if (!before?.outcome) await applyDispute(deps, tx, { before, dispute, promotion, invoice_id: charge.invoice_id });
    await failpoint('dispute.settling');
    return true;
  });
}

const isUnchanged = (a: Dispute | null, b: Dispute | null) =>
  a?.amount_cents === b?.amount_cents &&
  a?.funds_withdrawn === b?.funds_withdrawn &&
  a?.due_by?.getTime() === b?.due_by?.getTime() &&
  a?.outcome === b?.outcome;

/** `before` is null for a new dispute. */
type Change = { before: Dispute | null; dispute: DisputeFacts; promotion: LockedPromotion; invoice_id: number };

async function applyDispute(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, change: Change) {
  await openOrUpdate(deps, tx, change);
  if (change.dispute.outcome) await closeDispute(deps, tx, change, change.dispute.outcome);
}

async function openOrUpdate(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, change: Change) {
  const { before, dispute, invoice_id } = change;
  const { id, charge_id, outcome, is_prevented: _, ...facts } = dispute;
  const isTakingFunds = dispute.funds_withdrawn && !before?.funds_withdrawn;
  await tx.dispute.upsert({
    where: { id },
    create: { ...facts, id, captured_charge_id: charge_id, opened_at: deps.now() },
    // An inquiry has become a dispute. If staff cleared the inquiry, they must decide again.
    update: isTakingFunds ? { ...facts, cleared_at: null } : facts,
  });
  await recordWithdrawal(deps, tx, change, withdrawnCents(dispute) - (before ? withdrawnCents(before) : 0));
  if (!before || isTakingFunds)
    await tx.invoice.update({ where: { id: invoice_id }, data: { disputed_at: deps.now(), dispute_outcome: null } });
  // A dispute that moved no money and is already closed is reported only as closed.
  if (isTakingFunds || (!before && !outcome)) {
    const description = describe(dispute);
    await recordDisputeEvent(deps, tx, change, {
      action: 'dispute',
      headline: dispute.funds_withdrawn ? 'A charge is disputed' : 'A bank opened an inquiry about a charge',
      message: dispute.funds_withdrawn
        ? `The cardholder’s bank took ${description} back from us.`
        : `The cardholder’s bank is asking about ${description}. No money has moved.`,
      ...(outcome
        ? {}
        : { nextStep: `Respond to it in Stripe’s dashboard, under dispute ${id}${deadlineText(dispute)}.` }),
    });
  } else if (before && before.amount_cents !== dispute.amount_cents) {
    await recordDisputeEvent(deps, tx, change, {
      action: 'dispute',
      headline: 'A disputed amount changed',
      message: `The bank now disputes ${formatCents(dispute.amount_cents)} instead of ${formatCents(before.amount_cents)}.`,
    });
  }
}

/** '$10.00 (product not received)' */
const describe = ({ amount_cents, reason }: DisputeFacts) =>
  `${formatCents(amount_cents)} (${reason.replaceAll('_', ' ')})`;

const withdrawnCents = ({ funds_withdrawn, amount_cents }: Pick<DisputeFacts, 'funds_withdrawn' | 'amount_cents'>) =>
  funds_withdrawn ? amount_cents : 0;

const deadlineText = ({ due_by }: DisputeFacts) => (due_by ? `, by ${formatInstant(due_by.toISOString())}` : '');

async function closeDispute(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  change: Change,
  outcome: 'won' | 'lost',
) {
  const { id } = change.dispute;
  await tx.dispute.update({
    where: { id },
    // Staff who cleared the open dispute must decide again once the money is lost.
    data: { outcome, closed_at: deps.now(), ...(outcome === 'lost' ? { cleared_at: null } : {}) },
  });
  await tx.invoice.update({ where: { id: change.invoice_id }, data: { dispute_outcome: outcome } });
  await adjustRewardForRefund(deps, tx, change.invoice_id);
  if (outcome === 'won') await recordWithdrawal(deps, tx, change, -withdrawnCents(change.dispute));
  await recordDisputeEvent(deps, tx, change, { action: 'dispute_closed', ...closingWords(change.dispute, outcome) });
}

function closingWords(dispute: DisputeFacts, outcome: 'won' | 'lost') {
  if (dispute.is_prevented)
    return {
      headline: 'Stripe prevented a dispute',
      message: `A dispute about ${describe(dispute)} was prevented before the bank opened it.`,
      nextStep: 'If Stripe refunded the payment instead, the refund is listed with its invoice.',
    };
  if (!dispute.funds_withdrawn)
    return {
      headline: 'A bank closed its inquiry about a charge',
      message: `The cardholder’s bank closed its inquiry about ${describe(dispute)}. No money has moved.`,
    };
  const amount = formatCents(dispute.amount_cents);
  return outcome === 'won'
    ? { headline: 'A dispute was won', message: `The bank decided for us: the payment of ${amount} stands.` }
    : { headline: 'A dispute was lost', message: `The bank decided for the cardholder, who keeps the ${amount}.` };
}

/** Records the cents that the bank withdrew; negative if it returned them. Disputed money can't also be refunded. */
async function recordWithdrawal(deps: Pick<Deps, 'now'>, tx: Tx, { dispute, invoice_id }: Change, cents: number) {
  if (!cents) return;
  const earlierEntries = await tx.ledgerEntry.count({ where: { invoice_id, kind: 'dispute' } });
  const stripe_id = earlierEntries ? `${dispute.id}:${earlierEntries + 1}` : dispute.id;
  await tx.ledgerEntry.create({
    data: { invoice_id, kind: 'dispute', amount_cents: -cents, stripe_id, at: deps.now() },
  });
  await tx.capturedCharge.update({
    where: { id: dispute.charge_id },
    data: { disputed_cents: { increment: cents } },
  });
}

/** `nextStep` goes only into the email to staff, because partners can read the event. */
type DisputeEvent = { action: 'dispute' | 'dispute_closed'; headline: string; message: string; nextStep?: string };

async function recordDisputeEvent(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  { promotion }: Change,
  { action, headline, message, nextStep }: DisputeEvent,
) {
  await recordEvent(deps, tx, { action, actor: SYSTEM, before: promotion, after: promotion, reason: message });
  await alertStaff(deps, tx, promotion, { headline, message: nextStep ? `${message} ${nextStep}` : message });
}
