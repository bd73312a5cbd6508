/** Staff review of held and pending rewards, and manual payouts. Every decision is audited. */
import type { ReferralEntry } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, notFound } from '#server/platform/errors.ts';
import { formatCents } from '#shared/money.ts';
import { MIN_CASH_OUT_CENTS } from '#shared/referrals.ts';
import { lockCredit, makeRewardAvailable, payOut } from './credit.ts';
import { presentReferral } from './presenter.ts';
import { cashableCents } from './rewards.ts';

type Decision = { id: number; actor: { id: number } };

/** Runs in the caller's transaction, if there is one. */
const inTransaction = <T>({ db }: Pick<Deps, 'db'>, tx: Tx | undefined, work: (tx: Tx) => Promise<T>): Promise<T> =>
  tx ? work(tx) : db.$transaction(work);

/** Makes a held reward pending, or credit if it's due and its payment isn't disputed. Throws 409 unless it is held. */
export const releaseReferral = (
  deps: Pick<Deps, 'db' | 'now'>,
  { id, actor, reason }: Decision & { reason?: string | undefined },
  callersTx?: Tx,
) =>
  reviewEntry(deps, callersTx, { id, actor, action: 'referral.release', reason: reason || null }, async (tx, entry) => {
    if (entry.state !== 'held') throw refusal(entry, 'Only held rewards can be released.');
    await tx.referralEntry.update({ where: { id }, data: { state: 'pending', reviewed_at: deps.now() } });
    await makeRewardAvailable(deps, tx, id);
  });

/** Rejects a held or pending reward. Throws 409 in any other state. */
export const rejectReferral = (
  deps: Pick<Deps, 'db' | 'now'>,
  { id, actor, reason }: Decision & { reason: string },
  callersTx?: Tx,
) =>
  reviewEntry(deps, callersTx, { id, actor, action: 'referral.reject', reason }, async (tx, entry) => {
    if (entry.state !== 'held' && entry.state !== 'pending')
      throw refusal(entry, 'Only held or pending rewards can be declined.');
    await tx.referralEntry.update({ where: { id }, data: { state: 'rejected', reviewed_at: deps.now() } });
  });

/**
 * Records the payout of all the partner's available rewards, up to the remaining credit. Throws 409 below fifty
 * dollars, or if the entry isn't an available reward.
 */
export const cashOutReferrals = (
  deps: Pick<Deps, 'db' | 'now'>,
  { id, actor, reference }: Decision & { reference: string },
  callersTx?: Tx,
) =>
  inTransaction(deps, callersTx, async (tx) => {
    const entry = await lockEntry(tx, id);
    const { partner_id } = entry;
    if (entry.state !== 'available' || entry.kind !== 'reward')
      throw refusal(entry, 'Only rewards that are available can be paid out.');
    const { rewards, cents } = await cashableRewards(tx, partner_id);
    const tooLow = belowMinimum(cents);
    if (tooLow) throw refusal(entry, tooLow);
    const referral_ids = rewards.map((each) => each.id);
    await tx.referralEntry.updateMany({
      where: { id: { in: referral_ids } },
      data: { state: 'cashed_out', cashed_out_at: deps.now() },
    });
    const invoice = await payOut(deps, tx, partner_id, { cents, reference });
    const cash_out = { amount_cents: cents, invoice_id: invoice.id, referral_ids };
    await audit(tx, deps.now(), {
      user_id: actor.id,
      action: 'referral.cash_out',
      entity: 'referral_entry',
      entity_id: id,
      after: { partner_id, ...cash_out },
      reason: reference,
    });
    return { entry: await tx.referralEntry.findUniqueOrThrow({ where: { id } }), cash_out };
  });

/** Returns the reason why the partner's available rewards can't be paid out yet, or null. */
export const cashOutRefusal = async (db: Tx, partner_id: number): Promise<string | null> =>
  belowMinimum((await cashableRewards(db, partner_id)).cents);

async function cashableRewards(tx: Tx, partner_id: number) {
  const { credit_cents } = await tx.partner.findUniqueOrThrow({ where: { id: partner_id } });
  const rewards = await tx.referralEntry.findMany({ where: { partner_id, kind: 'reward', state: 'available' } });
  const debts = await tx.referralEntry.aggregate({ where: { partner_id }, _sum: { owed_cents: true } });
  const cents = cashableCents({
    credit_cents,
    owed_cents: debts._sum.owed_cents ?? 0,
    available_cents: rewards.reduce((sum, each) => sum + each.amount_cents - each.clawed_back_cents, 0),
  });
  return { rewards, cents };
}

const belowMinimum = (cents: number) =>
  cents < MIN_CASH_OUT_CENTS
    ? `Only ${formatCents(cents)} is available; the minimum payout is ${formatCents(MIN_CASH_OUT_CENTS)}.`
    : null;

type AuditedDecision = Decision & { action: string; reason: string | null };

const reviewEntry = (
  deps: Pick<Deps, 'db' | 'now'>,
  callersTx: Tx | undefined,
  { id, actor, action, reason }: AuditedDecision,
  applyDecision: (tx: Tx, entry: ReferralEntry) => Promise<void>,
): Promise<ReferralEntry> =>
  inTransaction(deps, callersTx, async (tx) => {
    const before = await lockEntry(tx, id);
    await applyDecision(tx, before);
    const after = await tx.referralEntry.findUniqueOrThrow({ where: { id } });
    await audit(tx, deps.now(), {
      user_id: actor.id,
      action,
      entity: 'referral_entry',
      entity_id: id,
      before: { state: before.state },
      after: { state: after.state },
      reason,
    });
    return after;
  });

/** Locks the partner's row, then reads the entry again. */
async function lockEntry(tx: Tx, id: number) {
  const row = await tx.referralEntry.findUnique({ where: { id } });
  if (!row) throw notFound();
  await lockCredit(tx, row.partner_id);
  return tx.referralEntry.findUniqueOrThrow({ where: { id } });
}

const refusal = (entry: ReferralEntry, message: string) =>
  conflict(message, { referral: presentReferral(entry, 'user') });
