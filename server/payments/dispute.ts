/** Books what a cardholder's bank takes back, for the time being or for good, and tells staff. Evidence is submitted at Stripe. */
import type { Dispute } from '#prisma';
import { type DisputeFacts, disputeById } from '#server/billing/stripe-disputes.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { failpoint } from '#server/platform/failpoints.ts';
import { type LockedPromotion, lockPromotion, recordEvent, SYSTEM } from '#server/promotions/transition.ts';
import { followRefund } from '#server/referrals/earn.ts';
import { formatInstant } from '#shared/dates.ts';
import { formatCents } from '#shared/money.ts';
import { alertStaff } from './money-alert.ts';

/**
 * Brings a dispute to the state that Stripe reports now, whatever its events said and in whichever order they came. When another
 * event changed it while Stripe was asked, the answer may be older than what is stored, so Stripe is asked again.
 */
export async function syncDispute(deps: Deps, id: string): Promise<void> {
  for (let isDone = false; !isDone; ) isDone = await syncOnce(deps, id);
}

async function syncOnce(deps: Deps, id: string): Promise<boolean> {
  const seen = await deps.db.dispute.findUnique({ where: { id } });
  const dispute = await disputeById(deps.stripe.api, id);
  const charge = await deps.db.capturedCharge.findUnique({
    where: { id: dispute.charge_id },
    include: { charge_attempt: { select: { promotion_id: true } } },
  });
  if (!charge) return true;
  return deps.db.$transaction(async (tx) => {
    const promotion = await lockPromotion(tx, charge.charge_attempt.promotion_id, SYSTEM);
    const before = await tx.dispute.findUnique({ where: { id } });
    if (!isSame(seen, before)) return false;
    // The bank's decision is final: an older answer must not open the dispute again.
    if (!before?.outcome) await apply(deps, tx, { before, dispute, promotion, invoice_id: charge.invoice_id });
    await failpoint('dispute.settling');
    return true;
  });
}

const isSame = (a: Dispute | null, b: Dispute | null) =>
  a?.amount_cents === b?.amount_cents && a?.funds_withdrawn === b?.funds_withdrawn && a?.outcome === b?.outcome;

/** `before`: null when this is the first we hear of it. */
type Change = { before: Dispute | null; dispute: DisputeFacts; promotion: LockedPromotion; invoice_id: number };

async function apply(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, change: Change) {
  await open(deps, tx, change);
  if (change.dispute.outcome) await close(deps, tx, change, change.dispute.outcome);
}

async function open(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, change: Change) {
  const { before, dispute, invoice_id } = change;
  const { id, charge_id, outcome: _, ...facts } = dispute;
  const isTakingFunds = dispute.funds_withdrawn && !before?.funds_withdrawn;
  await tx.dispute.upsert({
    where: { id },
    create: { ...facts, id, captured_charge_id: charge_id, opened_at: deps.now() },
    // Staff cleared a question; the bank has gone further since.
    update: isTakingFunds ? { ...facts, cleared_at: null } : facts,
  });
  await move(deps, tx, change, withdrawnCents(dispute) - (before ? withdrawnCents(before) : 0));
  const what = `${formatCents(dispute.amount_cents)} (${dispute.reason.replaceAll('_', ' ')})`;
  if (!before || isTakingFunds) {
    await tx.invoice.update({ where: { id: invoice_id }, data: { disputed_at: deps.now(), dispute_outcome: null } });
    await recordDisputeEvent(deps, tx, change, {
      action: 'dispute',
      headline: dispute.funds_withdrawn ? 'A charge is disputed' : 'A bank opened an inquiry about a charge',
      message: `${dispute.funds_withdrawn ? 'The bank took back' : 'No funds have been withdrawn yet. The bank is asking about'} ${what}.`,
      todo: `Answer it in Stripe’s dashboard, under dispute ${id}${answerBy(dispute)}.`,
    });
  } else if (before.amount_cents !== dispute.amount_cents) {
    await recordDisputeEvent(deps, tx, change, {
      action: 'dispute',
      headline: 'A disputed amount changed',
      message: `The bank now disputes ${formatCents(dispute.amount_cents)} instead of ${formatCents(before.amount_cents)}.`,
    });
  }
}

const withdrawnCents = ({ funds_withdrawn, amount_cents }: Pick<DisputeFacts, 'funds_withdrawn' | 'amount_cents'>) =>
  funds_withdrawn ? amount_cents : 0;

const answerBy = ({ due_by }: DisputeFacts) => (due_by ? `, by ${formatInstant(due_by.toISOString())}` : '');

async function close(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, change: Change, outcome: 'won' | 'lost') {
  const { id, amount_cents } = change.dispute;
  await tx.dispute.update({
    where: { id },
    // Whoever was allowed to book while it was open is looked at again once the money is gone.
    data: { outcome, closed_at: deps.now(), ...(outcome === 'lost' ? { cleared_at: null } : {}) },
  });
  await tx.invoice.update({ where: { id: change.invoice_id }, data: { dispute_outcome: outcome } });
  await followRefund(deps, tx, change.invoice_id);
  if (outcome === 'won') await move(deps, tx, change, -withdrawnCents(change.dispute));
  await recordDisputeEvent(deps, tx, change, {
    action: 'dispute_closed',
    headline: `A dispute was ${outcome}`,
    message: `${formatCents(amount_cents)} ${outcome === 'won' ? 'stays paid' : 'was returned to the cardholder permanently'}.`,
  });
}

/** Books what the bank took, or with a minus gave back. Disputed money cannot be refunded as well. */
async function move(deps: Pick<Deps, 'now'>, tx: Tx, { dispute, invoice_id }: Change, cents: number) {
  if (!cents) return;
  const earlier = await tx.ledgerEntry.count({ where: { invoice_id, kind: 'dispute' } });
  const stripe_id = earlier ? `${dispute.id}:${earlier + 1}` : dispute.id;
  await tx.ledgerEntry.create({
    data: { invoice_id, kind: 'dispute', amount_cents: -cents, stripe_id, at: deps.now() },
  });
  await tx.capturedCharge.update({
    where: { id: dispute.charge_id },
    data: { disputed_cents: { increment: cents } },
  });
}

/** `todo`: for the staff only; partners read the events. */
type DisputeEvent = { action: 'dispute' | 'dispute_closed'; headline: string; message: string; todo?: string };

async function recordDisputeEvent(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  { promotion }: Change,
  { action, headline, message, todo }: DisputeEvent,
) {
  await recordEvent(deps, tx, { action, by: SYSTEM, before: promotion, after: promotion, reason: message });
  await alertStaff(deps, tx, promotion, { headline, message: todo ? `${message} ${todo}` : message });
}
