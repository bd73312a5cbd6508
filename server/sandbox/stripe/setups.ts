/** Attempts to set up a card for later payments, and the bank's decision. */

import { attach, updateVault } from './attachments.ts';
import { invalidRequest, type StripeErrorBody, StripeFailure } from './errors.ts';
import {
  authenticationFailed,
  choosePaymentMethod,
  intentError,
  type PaymentMethodChoice,
  redirectToAuthentication,
} from './intents.ts';
import { paymentMethodOf, vaultedCard } from './lookup.ts';
import type { SetupIntent } from './objects.ts';
import type { UnitOfWork } from './work.ts';

type Confirmation = PaymentMethodChoice & { return_url?: string };

export function confirmSetupIntent(
  work: UnitOfWork,
  intent: SetupIntent,
  { return_url, ...choice }: Confirmation,
): SetupIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState(intent, `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`);
  const chosen = choosePaymentMethod(work, choice, intent.customer) ?? existingPaymentMethod(work, intent);
  const confirmed = { ...intent, payment_method: chosen.id, next_action: null, last_setup_error: null };
  return vaultedCard(work, chosen.id).behavior.authentication
    ? requireAuthentication(work, confirmed, return_url)
    : finishSetup(work, confirmed);
}

function existingPaymentMethod(work: UnitOfWork, intent: SetupIntent) {
  if (!intent.payment_method)
    throw unexpectedState(
      intent,
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
    );
  return paymentMethodOf(work, intent.payment_method);
}

function requireAuthentication(work: UnitOfWork, intent: SetupIntent, return_url = '') {
  const waiting: SetupIntent = {
    ...intent,
    status: 'requires_action',
    next_action: redirectToAuthentication(intent, return_url || null),
  };
  work.put('setup_intents', waiting);
  work.emit('setup_intent.requires_action', waiting);
  return waiting;
}

/** Applies the bank's decision and attaches the payment method to the customer. */
function finishSetup(work: UnitOfWork, intent: SetupIntent): SetupIntent {
  const paymentMethod = paymentMethodOf(work, intent.payment_method!);
  const refusal = vaultedCard(work, paymentMethod.id).behavior.declineWhenSaved;
  if (refusal) throw failSetup(work, intent, intentError(work, refusal, paymentMethod));
  if (intent.customer) attach(work, paymentMethod, intent.customer);
  if (intent.usage === 'off_session') updateVault(work, paymentMethod.id, { set_up: true });
  const succeeded: SetupIntent = { ...intent, status: 'succeeded', next_action: null };
  work.put('setup_intents', succeeded);
  work.emit('setup_intent.succeeded', succeeded);
  return succeeded;
}

function failSetup(work: UnitOfWork, intent: SetupIntent, error: StripeErrorBody) {
  const failed: SetupIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: error,
  };
  work.put('setup_intents', failed);
  work.emit('setup_intent.setup_failed', failed);
  return new StripeFailure(402, { ...error, setup_intent: failed });
}

/** Applies the cardholder's action on the authentication page. */
export function authenticateSetup(work: UnitOfWork, intent: SetupIntent, outcome: 'complete' | 'fail') {
  if (outcome === 'complete') return finishSetup(work, intent);
  throw failSetup(work, intent, authenticationFailed('setup_intent', paymentMethodOf(work, intent.payment_method!)));
}

export const unexpectedState = (intent: SetupIntent, message: string) =>
  invalidRequest(message, { code: 'setup_intent_unexpected_state', setup_intent: intent });
