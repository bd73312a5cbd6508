/** Refunds, in the same three steps as a charge: claim, call, settle. */
import type { Refund } from '#prisma';
import { createRefund, listRefunds, type RefundOutcome } from '#server/billing/stripe-refunds.ts';
import { audit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, invalidBase, unavailable } from '#server/platform/errors.ts';
import { failpoint } from '#server/platform/failpoints.ts';
import { STRIPE_KEY_LIFETIME_MS } from '#server/platform/key-lifetimes.ts';
import { type PromotionRow, promotionById } from '#server/promotions/queries.ts';
import { payingCharge, refundableCents } from '#server/promotions/state.ts';
import {
  lockPromotion,
  RefusedAction,
  refuseUnlessAllowed,
  type Staff,
  staffActor,
} from '#server/promotions/transition.ts';
import { formatCents } from '#shared/money.ts';
import { claimRefund } from './refund-claim.ts';
import { settleRefund } from './refund-settle.ts';

const LOST_RESPONSE_MS = 30_000;
const UNKNOWN_OUTCOME =
  'We don’t know yet whether the refund went through. Don’t refund again; we’re checking with Stripe.';

type StaffRefund = { id: number; actor: Staff; amount_cents?: number | undefined; reason: string };

/**
 * Makes a refund by staff, by default of the whole amount left. Throws 409 in the wrong state or during another refund,
 * 422 for an editor, if it exceeds the amount left, or if Stripe refuses it, and 503 while the outcome is unknown.
 */
export async function refundPromotion(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'stripe'>,
  request: StaffRefund,
): Promise<PromotionRow> {
  const refund = await deps.db.$transaction((tx) => claimStaffRefund(deps, tx, request));
  await failpoint('refund.claimed');
  const outcome = await createRefund(deps.stripe.api, refund);
  await settleRefund(deps, refund.id, outcome, { alertsStaff: false });
  if (outcome.kind === 'unknown') throw unavailable(UNKNOWN_OUTCOME);
  if (outcome.kind === 'failed') throw invalidBase(outcome.failure);
  return (await promotionById(deps.db, request.id, {}, ['book', 'category', 'partner', 'discount']))!;
}

async function claimStaffRefund(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { id, actor: staff, amount_cents, reason }: StaffRefund,
): Promise<Refund> {
  const actor = staffActor(staff);
  const promotion = await lockPromotion(tx, id, actor);
  const charge = payingCharge(promotion);
  if (charge && (await tx.refund.count({ where: { captured_charge_id: charge.id, state: 'claimed' } })))
    throw new RefusedAction(conflict('We’re already processing a refund for this promotion.'), promotion);
  await refuseUnlessAllowed(deps, tx, { action: 'refund', actor, promotion });
  const refundable = refundableCents(promotion);
  const amount = amount_cents ?? refundable;
  if (amount > refundable)
    throw invalid({ amount_cents: [`must be at most ${formatCents(refundable)}, the amount left to refund`] });
  const refund = await claimRefund(deps, tx, {
    captured_charge_id: charge!.id,
    invoice_id: charge!.invoice_id,
    promotion_id: id,
    amount_cents: amount,
    cause: 'staff',
    reason,
    requested_by: 'user',
    user_id: staff.id,
  });
  await audit(tx, deps.now(), {
    user_id: staff.id,
    action: 'promotion.refund',
    entity: 'promotion',
    entity_id: id,
    after: { refund_id: refund.id, amount_cents: amount },
    reason,
  });
  await failpoint('refund.claiming');
  return refund;
}

/** Job handler: makes a claimed refund at Stripe. */
export async function runRefund(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'stripe'>,
  { id }: { id: number },
) {
  const refund = await deps.db.refund.findUniqueOrThrow({ where: { id } });
  if (refund.state === 'claimed') await settleRefund(deps, id, await createRefund(deps.stripe.api, refund));
}

/** Settles refunds whose response was lost, or which were pending at the bank, by asking Stripe again. */
export async function reconcileRefunds(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'stripe'>) {
  const claimedBefore = new Date(deps.now().getTime() - LOST_RESPONSE_MS);
  const openRefunds = await deps.db.refund.findMany({
    where: { state: 'claimed', claimed_at: { lte: claimedBefore } },
  });
  for (const refund of openRefunds) {
    await fetchOutcome(deps, refund)
      .then((outcome) => settleRefund(deps, refund.id, outcome))
      .catch((error) => deps.log.error({ err: error, refund_id: refund.id }, 'refund not reconciled'));
  }
}

/** Looks up the refund first, because repeating the call would return the first response, which may be out of date. */
async function fetchOutcome(deps: Pick<Deps, 'now' | 'stripe'>, refund: Refund): Promise<RefundOutcome> {
  const stripeRefund = (await listRefunds(deps.stripe.api, refund.captured_charge_id)).find(
    ({ refund_id }) => refund_id === refund.id,
  );
  if (stripeRefund) return stripeRefund.outcome;
  const outcome = canKeyHaveExpired(deps, refund) ? NEVER_MADE : await createRefund(deps.stripe.api, refund);
  return outcome.kind === 'unknown' && outcome.is_key_spent ? NEVER_MADE : outcome;
}

const canKeyHaveExpired = (deps: Pick<Deps, 'now'>, { claimed_at }: Refund) =>
  deps.now().getTime() - claimed_at.getTime() > STRIPE_KEY_LIFETIME_MS;

const NEVER_MADE: RefundOutcome = {
  kind: 'failed',
  stripe_refund_id: null,
  failure: 'We couldn’t process the refund. Please try again.',
};
