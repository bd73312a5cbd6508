import { type Endpoint, idIn } from './endpoints.ts';
import {
  checkClientSecret,
  choosePaymentMethod,
  forBrowser,
  ignoreUnusedParameters,
  type PaymentMethodChoice,
  parsePaymentMethodChoice,
  requireReturnUrl,
} from './intents.ts';
import { listObject, parseCreatedRange, parsePage } from './lists.ts';
import { paymentIntentOf, paymentMethodOf } from './lookup.ts';
import {
  createPaymentIntent,
  missingPaymentMethod,
  parseAttempt,
  parseCreation,
  unexpectedState,
} from './new-payment-intent.ts';
import type { PaymentIntent } from './objects.ts';
import { type Attempt, attemptPayment } from './payments.ts';
import type { UnitOfWork } from './work.ts';

export const paymentIntentEndpoints: Endpoint[] = [
  {
    method: 'post',
    path: '/v1/payment_intents',
    parse: (form, _ids, caller) => {
      const fields = parseCreation(form, caller);
      return (work) => createPaymentIntent(work, fields);
    },
  },
  {
    method: 'get',
    path: '/v1/payment_intents',
    parse: (form) => {
      const customer = form.text('customer');
      const isInCreatedRange = parseCreatedRange(form);
      const page = parsePage(form);
      return (work) => {
        const intents = work
          .list('payment_intents')
          .filter((intent) => (!customer || intent.customer === customer) && isInCreatedRange(intent.created));
        return listObject('/v1/payment_intents', intents, page);
      };
    },
  },
  {
    method: 'get',
    path: '/v1/payment_intents/:id',
    allowsBrowser: true,
    parse: (form, ids, caller) => {
      const secret = form.text('client_secret');
      return (work) => {
        const intent = paymentIntentOf(work, idIn(ids));
        checkClientSecret(intent, secret, caller);
        return forBrowser(intent, caller);
      };
    },
  },
  {
    method: 'post',
    path: '/v1/payment_intents/:id/confirm',
    allowsBrowser: true,
    parse: (form, ids, caller) => {
      const secret = form.text('client_secret');
      const choice = parsePaymentMethodChoice(form);
      const attempt = parseAttempt(form);
      form.ignore('setup_future_usage', 'receipt_email', 'shipping');
      form.ignore('allowed_payment_method_types');
      ignoreUnusedParameters(form);
      return (work) => {
        const intent = paymentIntentOf(work, idIn(ids));
        checkClientSecret(intent, secret, caller);
        requireReturnUrl(intent, attempt.return_url, caller, 'PaymentIntent');
        return forBrowser(confirmPaymentIntent(work, intent, { ...choice, ...attempt }), caller);
      };
    },
  },
  {
    method: 'post',
    path: '/v1/payment_intents/:id/cancel',
    parse: (form, ids) => {
      const reason = form.oneOf('cancellation_reason', [
        'abandoned',
        'duplicate',
        'fraudulent',
        'requested_by_customer',
      ]);
      return (work) => cancelPaymentIntent(work, paymentIntentOf(work, idIn(ids)), reason ?? null);
    },
  },
];

function confirmPaymentIntent(
  work: UnitOfWork,
  intent: PaymentIntent,
  { payment_method, payment_method_data, ...attempt }: PaymentMethodChoice & Attempt,
) {
  if (intent.status === 'succeeded')
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  if (intent.status === 'canceled')
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
    );
  const chosen = choosePaymentMethod(work, { payment_method, payment_method_data }, intent.customer);
  if (!chosen && !intent.payment_method) throw missingPaymentMethod(intent);
  return attemptPayment(work, intent, chosen ?? paymentMethodOf(work, intent.payment_method!), attempt);
}

function cancelPaymentIntent(work: UnitOfWork, intent: PaymentIntent, cancellation_reason: string | null) {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    );
  const canceled: PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: work.created,
    cancellation_reason,
    next_action: null,
  };
  work.put('payment_intents', canceled);
  work.emit('payment_intent.canceled', canceled);
  return canceled;
}
