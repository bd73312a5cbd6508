/**
 * Referral rewards and a partner's credit. Every change of the credit locks the partner's row and creates an invoice.
 * Credit never falls below zero: if a refund takes back more than the credit covers, the rest is recorded on the entry
 * and deducted from later rewards.
 */
import type { Invoice, ReferralEntry } from '#prisma';
import { createInvoice, type NewInvoice } from '#server/billing/invoices.ts';
import { blockingDispute } from '#server/billing/queries.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { InvoiceLine } from '#shared/billing.ts';

/** Locks the partner's row, always before entries and invoice numbers, to prevent deadlocks. Returns the credit. */
export async function lockCredit(tx: Tx, partner_id: number): Promise<number> {
  const [row] = await tx.$queryRaw<{ credit_cents: number }[]>`
    select credit_cents from partners where id = ${partner_id} for no key update`;
  return row!.credit_cents;
}

/** Turns a due pending entry into credit. Returns false if it isn't due or pending, or if its payment is disputed. */
export async function makeRewardAvailable(deps: Pick<Deps, 'now'>, tx: Tx, id: number): Promise<boolean> {
  if (await isDisputed(tx, id)) return false;
  const [entry] = await tx.referralEntry.updateManyAndReturn({
    where: { id, state: 'pending', available_at: { lte: deps.now() } },
    data: { state: 'available' },
  });
  if (!entry) return false;
  const cents = entry.amount_cents - entry.clawed_back_cents;
  const invoice = await giveCredit(deps, tx, entry.partner_id, {
    invoice_type: entry.kind === 'reward' ? 'referral_reward' : 'credit_adjustment',
    description: entry.kind === 'reward' ? 'Referral reward' : 'Welcome credit for your first promotion',
    cents,
  });
  await tx.referralEntry.update({ where: { id }, data: { reward_invoice_id: invoice.id } });
  return true;
}

/** True if the bank may still take back the payment, or took part of it and staff haven't reviewed that yet. */
async function isDisputed(tx: Tx, id: number) {
  const { invoice_id } = await tx.referralEntry.findUniqueOrThrow({ where: { id }, select: { invoice_id: true } });
  if (invoice_id === null) return false;
  return (
    (await tx.dispute.count({ where: { captured_charge: { invoice_id }, OR: [{ outcome: null }, blockingDispute] } })) >
    0
  );
}

type CreditGrant = { invoice_type: 'referral_reward' | 'credit_adjustment'; description: string; cents: number };

async function giveCredit(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  partner_id: number,
  { invoice_type, description, cents }: CreditGrant,
) {
  const paid = await settleDebts(tx, partner_id, cents);
  const rest = cents - paid;
  if (rest) await tx.partner.update({ where: { id: partner_id }, data: { credit_cents: { increment: rest } } });
  return createCreditStatement(deps, tx, partner_id, invoice_type, [
    creditLine(description, -cents),
    ...(paid ? [creditLine('Deducted for rewards on promotions refunded or charged back', paid)] : []),
  ]);
}

/** Settles entries with a debt, oldest first. Returns the part of `cents` that was used. */
async function settleDebts(tx: Tx, partner_id: number, cents: number): Promise<number> {
  const owing = await tx.referralEntry.findMany({
    where: { partner_id, owed_cents: { gt: 0 } },
    orderBy: { id: 'asc' },
  });
  let remaining = cents;
  for (const { id, owed_cents } of owing) {
    const paid = Math.min(remaining, owed_cents);
    if (paid) await tx.referralEntry.update({ where: { id }, data: { owed_cents: { decrement: paid } } });
    remaining -= paid;
  }
  return cents - remaining;
}

/** Takes back credit; the entry owes what the credit doesn't cover. */
export async function clawBackCredit(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { id, partner_id }: ReferralEntry,
  cents: number,
) {
  const covered = Math.min(await lockCredit(tx, partner_id), cents);
  const owed = cents - covered;
  if (covered) await tx.partner.update({ where: { id: partner_id }, data: { credit_cents: { decrement: covered } } });
  if (owed) await tx.referralEntry.update({ where: { id }, data: { owed_cents: { increment: owed } } });
  await createCreditStatement(deps, tx, partner_id, 'credit_adjustment', [
    creditLine('Referral reward reversed: the payment behind it was refunded or charged back', cents),
    ...(covered ? [creditLine('Deducted from your credit', -covered)] : []),
    ...(owed ? [creditLine('Still due, to be deducted from later rewards', -owed)] : []),
  ]);
}

/** Returns the credit because the refund failed. */
export async function restoreCredit(deps: Pick<Deps, 'now'>, tx: Tx, { partner_id }: ReferralEntry, cents: number) {
  const description = 'Referral reward restored: the refund failed';
  await giveCredit(deps, tx, partner_id, { invoice_type: 'credit_adjustment', description, cents });
}

/** Increases or (if negative) reduces credit on behalf of staff. Returns null if there isn't enough credit. */
export async function adjustCredit(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  partner_id: number,
  { cents, description }: { cents: number; description: string },
) {
  const changed = await tx.partner.updateMany({
    where: { id: partner_id, credit_cents: { gte: -cents } },
    data: { credit_cents: { increment: cents } },
  });
  if (!changed.count) return null;
  return createCreditStatement(deps, tx, partner_id, 'credit_adjustment', [
    creditLine(description, -cents),
    ...(cents < 0 ? [creditLine('Deducted from your credit', cents)] : []),
  ]);
}

/** Records a manual payout: removes the credit and creates an invoice. */
export async function payOut(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  partner_id: number,
  { cents, reference }: { cents: number; reference: string },
) {
  await tx.partner.update({ where: { id: partner_id }, data: { credit_cents: { decrement: cents } } });
  return createCreditStatement(deps, tx, partner_id, 'credit_adjustment', [
    creditLine(`Referral rewards paid out to you: ${reference}`, cents),
    creditLine('Deducted from your credit', -cents),
  ]);
}

const creditLine = (description: string, cents: number): InvoiceLine => ({
  description,
  quantity: 1,
  unit_cents: cents,
  amount_cents: cents,
});

/** Creates a paid invoice. Its total is negative for new credit and 0 for used credit, so nothing is ever due. */
const createCreditStatement = (
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  partner_id: number,
  invoice_type: NewInvoice['invoice_type'],
  lines: InvoiceLine[],
): Promise<Invoice> => {
  const total_cents = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const amounts = { subtotal_cents: total_cents, discount_cents: 0, credit_cents: 0, total_cents };
  return createInvoice(deps, tx, { partner_id, promotion_id: null, invoice_type, lines, ...amounts });
};
