/**
 * Confirmation by the cardholder, in the browser, of a payment that the bank declined in their absence. The same call
 * starts the confirmation, reports its result, and settles the payment once Stripe has the money.
 */
import { isInvalidRequest, isStripeError, paymentIntentById } from '#server/billing/stripe.ts';
import { businessDate } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, notFound, unavailable } from '#server/platform/errors.ts';
import { type PromotionRow, promotionById } from '#server/promotions/queries.ts';
import { actionContextOf, isActionAllowed } from '#server/promotions/state.ts';
import { RefusedAction } from '#server/promotions/transition.ts';
import type { PaymentConfirmation } from '#shared/billing.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { UNKNOWN_OUTCOME } from './charge.ts';
import { NEEDS_CONFIRMATION, recordOutcome } from './charge-settle.ts';

/** Time for the partner to confirm before the card is charged again automatically. */
const CONFIRMATION_MS = HOUR_MS;

type PayingPartner = { role: 'partner'; id: number };
type Confirmation = Omit<PaymentConfirmation, 'promotion'> & { promotion: PromotionRow };

/**
 * Starts or completes the confirmation of the last charge attempt. Throws 404 for another partner's promotion, 409 if
 * that attempt doesn't need one and the invoice isn't paid, and 503 if Stripe can't be reached.
 */
export async function confirmPayment(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'stripe'>,
  { id, actor }: { id: number; actor: PayingPartner },
): Promise<Confirmation> {
  const promotion = await readOwnPromotion(deps, id, actor);
  const attempt = await deps.db.chargeAttempt.findFirst({ where: { promotion_id: id }, orderBy: { number: 'desc' } });
  if (promotion.invoice?.status === 'paid') return { ...ALREADY_PAID, promotion };
  const decline = promotion.stripe_errors.find(({ resolved_at }) => resolved_at === null);
  const needsConfirmation = attempt?.state === 'failed' && decline?.code === NEEDS_CONFIRMATION;
  if (
    !needsConfirmation ||
    !attempt.payment_intent_id ||
    !isActionAllowed('charge', 'partner', actionContextOf(promotion, businessDate(deps.now())))
  )
    throw new RefusedAction(conflict('This promotion has no payment to confirm.'), promotion);

  const payment = await paymentIntentById(deps.stripe.api, attempt.payment_intent_id).catch((error) => {
    if (!isStripeError(error) || isInvalidRequest(error)) throw error;
    deps.log.error({ err: error, promotion_id: id }, 'payment to confirm not read');
    throw unavailable(UNKNOWN_OUTCOME);
  });
  if (payment.outcome.kind === 'succeeded') {
    await recordOutcome(deps, attempt.id, payment.outcome);
    return { ...ALREADY_PAID, promotion: await readOwnPromotion(deps, id, actor) };
  }
  await deferRetry(deps, attempt.invoice_id);
  const { last_error, client_secret } = payment;
  return {
    state: 'waiting',
    payment: {
      payment_intent_id: attempt.payment_intent_id,
      client_secret: client_secret!,
      payment_method_id: attempt.payment_method_id,
      amount_cents: attempt.amount_cents,
      publishable_key: deps.stripe.publishableKey,
      mode: deps.stripe.mode,
      problem: last_error && last_error.code !== NEEDS_CONFIRMATION ? (last_error.message ?? null) : null,
    },
    promotion,
  };
}

const ALREADY_PAID = { state: 'paid', payment: null } as const;

async function readOwnPromotion(deps: Pick<Deps, 'db'>, id: number, actor: PayingPartner) {
  const joins = ['book', 'category', 'partner', 'discount'];
  const promotion = await promotionById(deps.db, id, { partner_id: actor.id }, joins);
  if (!promotion) throw notFound();
  return promotion;
}

async function deferRetry(deps: Pick<Deps, 'db' | 'now'>, id: number) {
  const next_retry_at = new Date(deps.now().getTime() + CONFIRMATION_MS);
  await deps.db.invoice.updateMany({
    where: { id, status: 'failed', next_retry_at: { lt: next_retry_at } },
    data: { next_retry_at },
  });
}
