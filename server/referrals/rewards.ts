/**
 * Calculations for rewards of referred partners' paid invoices, and for their payouts. Pure, in US cents. See
 * docs/decisions/0054-rewards-follow-the-payment.md.
 */
import { DAY_MS } from '#shared/durations.ts';
import { REWARD_MONTHS, REWARD_PENDING_DAYS, REWARD_PERCENT } from '#shared/referrals.ts';

/** A fifth of the amount that remains paid, rounded half up. */
export const rewardCents = (paidCents: number) => Math.floor((paidCents * REWARD_PERCENT + 50) / 100);

/** True within twelve months of the referred partner's sign-up. */
export function isRewarded({ signed_up_at, paid_at }: { signed_up_at: Date; paid_at: Date }) {
  const end = new Date(signed_up_at);
  end.setUTCMonth(end.getUTCMonth() + REWARD_MONTHS);
  return paid_at < end;
}

export const availableAt = (paid_at: Date) => new Date(paid_at.getTime() + REWARD_PENDING_DAYS * DAY_MS);

type Credited = { state: string; reward_invoice_id: number | null };

/** True for an entry that has ever become credit. */
export const wasCredited = ({ state, reward_invoice_id }: Credited) =>
  state === 'available' || state === 'cashed_out' || reward_invoice_id !== null;

/** Cents that staff can pay out: the available rewards, but at most the credit less debts from withdrawn rewards. */
export const cashableCents = (facts: { credit_cents: number; owed_cents: number; available_cents: number }) =>
  Math.max(0, Math.min(facts.credit_cents - facts.owed_cents, facts.available_cents));
