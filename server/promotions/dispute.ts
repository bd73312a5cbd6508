/** The cardholder's bank takes the money back, for the time being or for good. We only write down what it says and tell the staff. */
import { type DisputeFacts, disputeById } from '#server/billing/stripe-disputes.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { failpoint } from '#server/platform/failpoints.ts';
import { followRefund } from '#server/referrals/earn.ts';
import { formatCents } from '#shared/money.ts';
import { alertStaff } from './money-alert.ts';
import { type Locked, lockPromotion, noteEvent, SYSTEM } from './transition.ts';

/** As Stripe has it now, whatever was heard of it before. */
export async function syncDispute(deps: Deps, id: string): Promise<void> {
  const dispute = await disputeById(deps.stripe.api, id);
  const charge = await deps.db.capturedCharge.findUnique({
    where: { id: dispute.charge_id },
    include: { charge_attempt: { select: { promotion_id: true } } },
  });
  if (!charge) return;
  await deps.db.$transaction(async (tx) => {
    const promotion = await lockPromotion(tx, charge.charge_attempt.promotion_id, SYSTEM);
    const change = { dispute, promotion, invoice_id: charge.invoice_id };
    await open(deps, tx, change);
    if (dispute.outcome) await close(deps, tx, change, dispute.outcome);
    await failpoint('dispute.settling');
  });
}

type Change = { dispute: DisputeFacts; promotion: Locked; invoice_id: number };

async function open(deps: Deps, tx: Tx, change: Change) {
  const { id, charge_id, amount_cents, reason, funds_withdrawn } = change.dispute;
  const known = await tx.dispute.findUnique({ where: { id } });
  if (known?.outcome || known?.funds_withdrawn || (known && !funds_withdrawn)) return;
  await tx.dispute.upsert({
    where: { id },
    create: { id, captured_charge_id: charge_id, amount_cents, reason, funds_withdrawn, opened_at: deps.now() },
    update: { funds_withdrawn, amount_cents },
  });
  const { invoice_id } = change;
  await tx.invoice.update({ where: { id: invoice_id }, data: { disputed_at: deps.now(), dispute_outcome: null } });
  if (funds_withdrawn) await move(deps, tx, change, { cents: -amount_cents, stripe_id: id });
  const what = `${formatCents(amount_cents)} (${reason.replaceAll('_', ' ')})`;
  await note(deps, tx, change, {
    action: 'dispute',
    headline: funds_withdrawn ? 'A charge is disputed' : 'A bank asks about a charge',
    message: `${funds_withdrawn ? 'The bank took back' : 'No money has moved yet; the bank asks about'} ${what}.`,
    todo: `Answer it in Stripe’s dashboard, where dispute ${id} names the last day for it.`,
  });
}

async function close(deps: Deps, tx: Tx, change: Change, outcome: 'won' | 'lost') {
  const { id, amount_cents } = change.dispute;
  const [closed] = await tx.dispute.updateManyAndReturn({
    where: { id, outcome: null },
    data: { outcome, closed_at: deps.now() },
  });
  if (!closed) return;
  await tx.invoice.update({ where: { id: change.invoice_id }, data: { dispute_outcome: outcome } });
  await followRefund(deps, tx, change.invoice_id);
  const returned = outcome === 'won' && closed.funds_withdrawn;
  if (returned) await move(deps, tx, change, { cents: amount_cents, stripe_id: `${id}:won` });
  await note(deps, tx, change, {
    action: 'dispute_closed',
    headline: `A dispute was ${outcome}`,
    message: `${formatCents(amount_cents)} ${outcome === 'won' ? 'stay paid' : 'went back to the cardholder for good'}.`,
  });
}

/** What is disputed cannot be refunded as well. */
async function move(
  deps: Deps,
  tx: Tx,
  { dispute, invoice_id }: Change,
  { cents, stripe_id }: { cents: number; stripe_id: string },
) {
  await tx.ledgerEntry.create({
    data: { invoice_id, kind: 'dispute', amount_cents: cents, stripe_id, at: deps.now() },
  });
  await tx.capturedCharge.update({
    where: { id: dispute.charge_id },
    data: { disputed_cents: { decrement: cents } },
  });
}

/** `todo`: for the staff only; partners read the events. */
type Note = { action: 'dispute' | 'dispute_closed'; headline: string; message: string; todo?: string };

async function note(deps: Deps, tx: Tx, { promotion }: Change, { action, headline, message, todo }: Note) {
  await noteEvent(deps, tx, { action, by: SYSTEM, before: promotion, after: promotion, reason: message });
  await alertStaff(deps, tx, promotion, { headline, message: todo ? `${message} ${todo}` : message });
}
