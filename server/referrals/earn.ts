/** Rewards that a payment earns and a refund takes back, inside the transaction that records the money. */
import type { Invoice, ReferralEntry } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { clawBackCredit, lockCredit, restoreCredit } from './credit.ts';
import { availableAt, isRewarded, rewardCents, wasCredited } from './rewards.ts';
import { isSuspicious } from './self-referral.ts';

/** Records the referrer's reward for a paid invoice. Repeated calls have no effect: (invoice, kind) is unique. */
export async function earnReward(deps: Pick<Deps, 'now'>, tx: Tx, { id, partner_id, total_cents }: Invoice) {
  const partner = await tx.partner.findUniqueOrThrow({ where: { id: partner_id }, include: { referrer: true } });
  const { referrer } = partner;
  const isTooLate = !isRewarded({ signed_up_at: partner.created_at, paid_at: deps.now() });
  if (!referrer || referrer.deleted_at || isTooLate || rewardCents(total_cents) === 0) return;
  const pair = { partner_id: referrer.id, referred_id: partner_id };
  await tx.referralEntry.createMany({
    data: {
      ...pair,
      invoice_id: id,
      kind: 'reward',
      amount_cents: rewardCents(total_cents),
      state: (await isSuspicious(tx, pair)) ? 'held' : 'pending',
      available_at: availableAt(deps.now()),
      created_at: deps.now(),
    },
    skipDuplicates: true,
  });
}

/**
 * Keeps the reward proportional to the paid part of its invoice: refunds and lost disputes reduce it, a failed refund
 * restores it. `refunded_cents` is the refund being recorded, negative if it failed. Call it before anything takes an
 * invoice number.
 */
export async function adjustRewardForRefund(deps: Pick<Deps, 'now'>, tx: Tx, invoice_id: number, refunded_cents = 0) {
  const row = await tx.referralEntry.findUnique({ where: { invoice_id_kind: { invoice_id, kind: 'reward' } } });
  if (!row) return;
  await lockCredit(tx, row.partner_id);
  const entry = await tx.referralEntry.findUniqueOrThrow({ where: { id: row.id } });
  if (entry.state === 'rejected') return;
  const invoice = await tx.invoice.findUniqueOrThrow({ where: { id: invoice_id } });
  const returnedCents = invoice.refunded_cents + refunded_cents + (await lostCents(tx, invoice));
  const remainingCents = Math.min(entry.amount_cents, rewardCents(Math.max(0, invoice.total_cents - returnedCents)));
  const clawed_back_cents = entry.amount_cents - remainingCents;
  const clawbackChange = clawed_back_cents - entry.clawed_back_cents;
  if (clawbackChange === 0) return;
  const hasCredit = wasCredited(entry);
  const activeState = await activeStateOf(tx, entry);
  // Restored cents first cancel what the entry owes, which is never more than was taken back.
  const canceledDebtCents = Math.min(entry.owed_cents, Math.max(0, -clawbackChange));
  await tx.referralEntry.update({
    where: { id: entry.id },
    data: {
      clawed_back_cents,
      owed_cents: { decrement: canceledDebtCents },
      state: remainingCents ? activeState : 'clawed_back',
    },
  });
  if (hasCredit && clawbackChange > 0) await clawBackCredit(deps, tx, entry, clawbackChange);
  if (hasCredit && -clawbackChange > canceledDebtCents)
    await restoreCredit(deps, tx, entry, -clawbackChange - canceledDebtCents);
}

/** Amount that the cardholder's bank took back permanently. */
async function lostCents(tx: Tx, { payment_intent_id }: Invoice): Promise<number> {
  if (!payment_intent_id) return 0;
  const { _sum } = await tx.dispute.aggregate({
    where: { outcome: 'lost', captured_charge: { payment_intent_id } },
    _sum: { amount_cents: true },
  });
  return _sum.amount_cents ?? 0;
}

/** State of the entry unless its reward is withdrawn completely. */
async function activeStateOf(tx: Tx, entry: ReferralEntry): Promise<ReferralEntry['state']> {
  if (entry.state !== 'clawed_back') return entry.state;
  if (entry.cashed_out_at) return 'cashed_out';
  if (entry.reward_invoice_id) return 'available';
  return (await isSuspicious(tx, entry)) ? 'held' : 'pending';
}
