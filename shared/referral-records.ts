/** API records of the referral program. */
import * as z from 'zod';
import { anyText, listQuery, Meta, queryId, requiredLine, requiredText, text } from './params.ts';

export const ReferralState = z.enum(['pending', 'available', 'cashed_out', 'clawed_back', 'held', 'rejected']);
export type ReferralState = z.infer<typeof ReferralState>;

/** A reward for one paid invoice of a referred partner, or a referred partner's own welcome credit. */
export const Referral = z.object({
  id: z.int(),
  partner_id: z.int(),
  kind: z.enum(['reward', 'welcome']),
  amount_cents: z.int(),
  /** The part that refunds and lost disputes took back. */
  clawed_back_cents: z.int(),
  /** The part of `clawed_back_cents` still to be deducted from later rewards, because the credit didn't cover it. */
  owed_cents: z.int(),
  state: ReferralState,
  available_at: z.string(),
  /** The invoice that recorded the credit. */
  reward_invoice_id: z.int().nullable(),
  reviewed_at: z.string().nullable(),
  cashed_out_at: z.string().nullable(),
  created_at: z.string(),
  /**
   * For staff: the partner whose payment earned it, or who got the welcome credit. Partners don't see each other's
   * payments.
   */
  referred_id: z.int().optional(),
  invoice_id: z.int().nullable().optional(),
});
export type Referral = z.infer<typeof Referral>;

/** Rewards by state after clawbacks, and the totals clawed back and still owed, in US cents. */
export const ReferralTotals = z.object({
  pending_cents: z.int(),
  held_cents: z.int(),
  available_cents: z.int(),
  cashed_out_cents: z.int(),
  clawed_back_cents: z.int(),
  owed_cents: z.int(),
});
export type ReferralTotals = z.infer<typeof ReferralTotals>;

export const ReferralProgram = z.object({
  code: z.string(),
  link: z.string(),
  /** Visits through the link by browsers that remembered no referral link. */
  visits: z.int(),
  sign_ups: z.int(),
  /**
   * This partner's own welcome credit, which they get when their first promotion is settled; 0 if they weren't invited
   * or one is settled already. Staff review it first if their card is known from the referrer or from another welcome
   * credit.
   */
  welcome_credit_cents: z.int(),
});
export type ReferralProgram = z.infer<typeof ReferralProgram>;

export const ReferralList = z.object({
  referrals: z.array(Referral),
  meta: Meta,
  totals: ReferralTotals,
  /** The program of one partner: the caller, or the one that staff request. */
  program: ReferralProgram.nullable(),
});
export type ReferralList = z.infer<typeof ReferralList>;
export const ReferralListQuery = listQuery(['id', 'created_at', 'available_at', 'amount_cents'], {
  state: ReferralState.optional(),
  partner_id: queryId.optional(),
});
export type ReferralListQuery = z.infer<typeof ReferralListQuery>;

export const ReferralResponse = z.object({ referral: Referral });
export const ReferralRelease = z.strictObject({ reason: text(200).optional() });
export const ReferralRejection = z.strictObject({ reason: requiredText(200) });
/** `reference` identifies the bank transfer that paid the rewards. */
export const ReferralCashOut = z.strictObject({ reference: requiredLine(100) });
export const ReferralCashOutResponse = ReferralResponse.extend({
  cash_out: z.object({ amount_cents: z.int(), invoice_id: z.int(), referral_ids: z.array(z.int()) }),
});

export const ReferralVisitInput = z.strictObject({ code: anyText(40, 1) });
