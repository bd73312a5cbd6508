/** Attempts to charge a payment intent, and the bank's decision. */

import { attach, updateVault } from './attachments.ts';
import { AUTHENTICATION_REQUIRED, type CardDecline, needsAuthentication } from './cards.ts';
import { failedCharge, succeededCharge } from './charges.ts';
import { StripeFailure } from './errors.ts';
import { authenticationFailed, intentError, redirectToAuthentication } from './intents.ts';
import { paymentMethodOf, vaultedCard } from './lookup.ts';
import type { IntentError, PaymentIntent, PaymentMethod } from './objects.ts';
import type { UnitOfWork } from './work.ts';

export type Attempt = { off_session: boolean; error_on_requires_action: boolean; return_url?: string };

export function attemptPayment(
  work: UnitOfWork,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  attempt: Attempt,
): PaymentIntent {
  const confirmed = { ...intent, payment_method: paymentMethod.id, next_action: null, last_payment_error: null };
  const { behavior, set_up } = vaultedCard(work, paymentMethod.id);
  if (!needsAuthentication(behavior, { off_session: attempt.off_session, set_up }))
    return captureFunds(work, confirmed);
  if (attempt.off_session || attempt.error_on_requires_action)
    throw declinePayment(work, confirmed, AUTHENTICATION_REQUIRED);
  return requireAuthentication(work, confirmed, attempt.return_url ?? null);
}

function requireAuthentication(work: UnitOfWork, intent: PaymentIntent, return_url: string | null) {
  const waiting: PaymentIntent = {
    ...intent,
    status: 'requires_action',
    next_action: redirectToAuthentication(intent, return_url),
  };
  work.put('payment_intents', waiting);
  work.emit('payment_intent.requires_action', waiting);
  return waiting;
}

/** Applies the cardholder's action on the authentication page. */
export function authenticatePayment(work: UnitOfWork, intent: PaymentIntent, outcome: 'complete' | 'fail') {
  if (outcome === 'complete') return captureFunds(work, { ...intent, next_action: null });
  throw failPayment(
    work,
    intent,
    authenticationFailed('payment_intent', paymentMethodOf(work, intent.payment_method!)),
  );
}

function captureFunds(work: UnitOfWork, intent: PaymentIntent): PaymentIntent {
  const paymentMethod = paymentMethodOf(work, intent.payment_method!);
  const refusal = vaultedCard(work, paymentMethod.id).behavior.declineWhenCharged;
  if (refusal) throw declinePayment(work, intent, refusal);
  const charge = work.put('charges', succeededCharge(work, intent, paymentMethod));
  saveForFutureUse(work, intent, paymentMethod);
  const succeeded: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
  };
  work.put('payment_intents', succeeded);
  work.emit('charge.succeeded', charge as ReturnType<typeof succeededCharge>);
  work.emit('payment_intent.succeeded', succeeded);
  return succeeded;
}

/** Saves the card for the payment's customer on request. Otherwise, a card without a customer can't be used again. */
function saveForFutureUse(work: UnitOfWork, intent: PaymentIntent, paymentMethod: PaymentMethod) {
  if (intent.customer && intent.setup_future_usage) {
    attach(work, paymentMethod, intent.customer);
    if (intent.setup_future_usage === 'off_session') updateVault(work, paymentMethod.id, { set_up: true });
  } else if (!paymentMethod.customer) updateVault(work, paymentMethod.id, { spent: true });
}

/** Records a decline, which leaves a failed charge, and returns the error to throw. */
function declinePayment(work: UnitOfWork, intent: PaymentIntent, decline: CardDecline) {
  const paymentMethod = paymentMethodOf(work, intent.payment_method!);
  const charge = failedCharge(work, intent, paymentMethod, decline);
  work.put('charges', charge);
  work.emit('charge.failed', charge);
  const error = intentError(work, { ...decline, charge: charge.id }, paymentMethod);
  return failPayment(work, { ...intent, latest_charge: charge.id }, error);
}

function failPayment(work: UnitOfWork, intent: PaymentIntent, error: IntentError) {
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  };
  work.put('payment_intents', failed);
  work.emit('payment_intent.payment_failed', failed);
  return new StripeFailure(402, { ...error, payment_intent: failed });
}
