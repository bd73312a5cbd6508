import type { ReferralEntry } from '#prisma';
import type { Referral, ReferralProgram, ReferralTotals } from '#shared/referral-records.ts';
import { REFERRAL_PARAMETER, WELCOME_CREDIT_CENTS } from '#shared/referrals.ts';
import type { findProgram, StateTotal } from './queries.ts';

/** Staff also see the paying partner and the invoice. */
export const presentReferral = (entry: ReferralEntry, role: 'partner' | 'user'): Referral => ({
  id: entry.id,
  partner_id: entry.partner_id,
  kind: entry.kind as Referral['kind'],
  amount_cents: entry.amount_cents,
  clawed_back_cents: entry.clawed_back_cents,
  owed_cents: entry.owed_cents,
  state: entry.state,
  available_at: entry.available_at.toISOString(),
  reward_invoice_id: entry.reward_invoice_id,
  reviewed_at: entry.reviewed_at?.toISOString() ?? null,
  cashed_out_at: entry.cashed_out_at?.toISOString() ?? null,
  created_at: entry.created_at.toISOString(),
  ...(role === 'user' ? { referred_id: entry.referred_id, invoice_id: entry.invoice_id } : {}),
});

export function presentTotals(rows: readonly StateTotal[]): ReferralTotals {
  const remainingIn = (state: ReferralEntry['state']) => {
    const sum = rows.find((row) => row.state === state)?._sum;
    return (sum?.amount_cents ?? 0) - (sum?.clawed_back_cents ?? 0);
  };
  const totalOf = (field: 'clawed_back_cents' | 'owed_cents') =>
    rows.reduce((sum, row) => sum + (row._sum[field] ?? 0), 0);
  return {
    pending_cents: remainingIn('pending'),
    held_cents: remainingIn('held'),
    available_cents: remainingIn('available'),
    cashed_out_cents: remainingIn('cashed_out'),
    clawed_back_cents: totalOf('clawed_back_cents'),
    owed_cents: totalOf('owed_cents'),
  };
}

export const presentProgram = (
  { is_welcome_due, ...program }: NonNullable<Awaited<ReturnType<typeof findProgram>>>,
  appUrl: string,
): ReferralProgram => ({
  ...program,
  link: `${appUrl}/?${REFERRAL_PARAMETER}=${program.code}`,
  welcome_credit_cents: is_welcome_due ? WELCOME_CREDIT_CENTS : 0,
});
