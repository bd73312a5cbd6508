/**
 * Charges in three steps: claim an attempt with its idempotency key and frozen amount in one transaction, call Stripe
 * outside a transaction, and record the outcome in a second one (charge-settle.ts). An unknown outcome leaves the
 * attempt claimed, which blocks another until charge-reconcile.ts or a webhook supplies the outcome. See
 * docs/decisions/0047-claim-call-settle.md.
 */

import type { ChargeAttempt } from '#prisma';
import { chargeableCard } from '#server/billing/cards.ts';
import { declineMessage } from '#server/billing/declines.ts';
import { type ChargeOutcome, chargeOffSession } from '#server/billing/stripe.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import { auditStaff } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, conflict, invalidBase, unavailable } from '#server/platform/errors.ts';
import { failpoint } from '#server/platform/failpoints.ts';
import { type PromotionRow, promotionById } from '#server/promotions/queries.ts';
import { emailFacts } from '#server/promotions/reviewed.ts';
import {
  type LockedPromotion,
  lockPromotion,
  type PromotionActor,
  RefusedAction,
  recordEvent,
  refuseUnlessAllowed,
  SYSTEM,
} from '#server/promotions/transition.ts';
import { paths } from '#shared/paths.ts';
import { firstAttemptAt, nextRetry } from './charge-retries.ts';
import { recordOutcome } from './charge-settle.ts';
import { findUnrecordedPayment } from './unrecorded-payment.ts';

export const UNKNOWN_OUTCOME =
  'We don’t know yet whether the charge went through. Please don’t pay again. We’re checking with Stripe.';
const UNKNOWN_OUTCOME_FOR_STAFF =
  'We don’t know yet whether the charge went through. Don’t charge again; we’re checking with Stripe.';

/**
 * Charges what a promotion owes. Throws a 409 in the wrong state, during another charge, or before an automatic retry
 * is due, a 422 for a decline or without a valid card, and a 503 while the outcome is unknown.
 */
export async function chargePromotion(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'stripe'>,
  { id, actor }: { id: number; actor: PromotionActor },
): Promise<PromotionRow> {
  const attempt = await deps.db.$transaction((tx) => claimAttempt(deps, tx, id, actor));
  if (!attempt)
    throw invalidBase('There’s no valid default card. Add a card or make another one the default, then try again.');
  await failpoint('charge.claimed');
  const outcome = await chargeAttemptOnce(deps, attempt);
  await recordOutcome(deps, attempt.id, outcome);
  const promotion = (await promotionById(deps.db, id, {}, ['book', 'category', 'partner', 'discount']))!;
  if (promotion.invoice?.status === 'paid') return promotion;
  if (outcome.kind === 'declined') {
    const [decline] = promotion.stripe_errors;
    const message = decline
      ? declineMessage(decline, actor.role === 'user' ? 'user' : 'partner')
      : 'The card was declined.';
    // Stripe's messages address the owner of the card.
    const shown = actor.role === 'partner' ? message : message.replace(/^Your card/, 'The partner’s card');
    throw new RefusedAction(invalidBase(shown), promotion, { joins: ['stripe_errors'] });
  }
  throw unavailable(actor.role === 'user' ? UNKNOWN_OUTCOME_FOR_STAFF : UNKNOWN_OUTCOME);
}

/** Claims an attempt. Without a card to charge, returns null and, for an automatic charge, calls `markAwaitingCard`. */
async function claimAttempt(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  id: number,
  actor: PromotionActor,
): Promise<ChargeAttempt | null> {
  const promotion = await lockPromotion(tx, id, actor);
  await refuseUnlessAllowed(deps, tx, { action: 'charge', actor, promotion });
  const earlierAttempts = await tx.chargeAttempt.findMany({ where: { promotion_id: id }, select: { state: true } });
  if (earlierAttempts.some(({ state }) => state === 'claimed'))
    throw new RefusedAction(conflict('We’re already processing a charge for this promotion.'), promotion);
  if (actor.role === 'system' && !isDue(promotion.invoice!, deps.now()))
    throw new RefusedAction(conflict('This charge was declined, and its next retry isn’t due yet.'), promotion);
  const card = await chargeableCard(tx, { partner_id: promotion.partner_id, now: deps.now() });
  if (!card) {
    if (actor.role === 'system') await markAwaitingCard(deps, tx, promotion);
    return null;
  }
  const number = earlierAttempts.length + 1;
  const attempt = await tx.chargeAttempt.create({
    data: {
      promotion_id: id,
      invoice_id: promotion.invoice_id!,
      partner_id: promotion.partner_id,
      credit_card_id: card.id,
      number,
      idempotency_key: `promo:${id}:attempt:${number}`,
      customer_id: promotion.partner.stripe_customer_id!,
      payment_method_id: card.payment_method_id,
      amount_cents: promotion.invoice!.total_cents,
      requested_by: actor.role,
      requested_by_id: actor.id,
      claimed_at: deps.now(),
    },
  });
  const { amount_cents } = attempt;
  const after = { attempt: number, amount_cents };
  await auditStaff(tx, deps.now(), actor, { action: 'charge', entity: 'promotion', entity_id: id, after });
  await failpoint('charge.claiming');
  return attempt;
}

/**
 * False for a declined charge whose next retry isn't due, or that has none. Needed because a job may run twice, or two
 * sweeps may find the same charge.
 */
const isDue = ({ status, next_retry_at }: { status: string; next_retry_at: Date | null }, now: Date) =>
  status !== 'failed' || (next_retry_at !== null && next_retry_at <= now);

const NO_CARD = 'There is no valid default card.';

/**
 * Emails the partner and marks the invoice as open, so that it's charged as soon as there is a card
 * (charge-reconcile.ts). Does so at the first attempt, and whenever a retry is due.
 */
async function markAwaitingCard(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, promotion: LockedPromotion) {
  const { id, next_retry_at, total_cents } = promotion.invoice!;
  const firstAttempt = await firstAttemptAt(tx, promotion.id);
  const isReminderDue = !firstAttempt || (next_retry_at !== null && next_retry_at <= deps.now());
  if (!isReminderDue) return;
  const data = { status: 'open', next_retry_at: nextRetry(firstAttempt ?? deps.now(), deps.now()) } as const;
  await tx.invoice.update({ where: { id }, data });
  await recordEvent(deps, tx, {
    action: 'charge',
    actor: SYSTEM,
    before: promotion,
    after: promotion,
    reason: NO_CARD,
  });
  const billing_url = deps.config.appUrl + paths.billing();
  const facts = { ...emailFacts(deps, promotion), total_cents, billing_url };
  const props = { ...facts, message: null, is_declined: false, next_retry_at: null };
  await enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'charge_failed', props });
}

/**
 * Charges the attempt. Idempotent. If Stripe has an earlier payment that we never recorded, uses it instead of charging
 * again.
 */
export async function chargeAttemptOnce(
  deps: Pick<Deps, 'db' | 'log' | 'stripe'>,
  attempt: ChargeAttempt,
): Promise<ChargeOutcome> {
  const unrecorded = await findUnrecordedPayment(deps, attempt).catch((error): ChargeOutcome => {
    deps.log.error({ err: error, attempt_id: attempt.id }, 'looking up earlier payments failed');
    return { kind: 'unknown' };
  });
  return (
    unrecorded ??
    chargeOffSession(deps.stripe.api, {
      ...attempt,
      description: `Deckle promotion ${attempt.promotion_id}`,
      metadata: { promotion_id: String(attempt.promotion_id), attempt_id: String(attempt.id) },
    })
  );
}

/**
 * Charges for the job and the retry sweep. Ignores declines, refusals, and unknown outcomes, because retrying right
 * away wouldn't help.
 */
export async function chargeAutomatically(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'stripe'>,
  { id }: { id: number },
) {
  await chargePromotion(deps, { id, actor: SYSTEM }).catch(ignoreAppError);
}

function ignoreAppError(error: unknown) {
  if (!(error instanceof AppError)) throw error;
}
