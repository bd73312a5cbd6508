/** Creates a payment intent: parses the parameters and builds the object. */
import type { Caller } from './endpoints.ts';
import { invalidRequest } from './errors.ts';
import type { Form } from './form.ts';
import { newId } from './ids.ts';
import {
  choosePaymentMethod,
  ignoreUnusedParameters,
  newClientSecret,
  parsePaymentMethodChoice,
  parsePaymentMethodTypes,
  requireReturnUrl,
} from './intents.ts';
import { customerOf } from './lookup.ts';
import type { PaymentIntent } from './objects.ts';
import { type Attempt, attemptPayment } from './payments.ts';
import type { UnitOfWork } from './work.ts';

type Creation = ReturnType<typeof parseCreation>;

export function parseCreation(form: Form, caller: Caller) {
  const fields = {
    ...parsePaymentMethodTypes(form),
    ...parsePaymentMethodChoice(form),
    ...parseAttempt(form),
    amount: parseAmount(form),
    capture_method: form.oneOf('capture_method', ['automatic', 'automatic_async']) ?? 'automatic_async',
    confirm: form.flag('confirm') ?? false,
    currency: parseCurrency(form),
    customer: form.text('customer') || undefined,
    description: form.text('description'),
    metadata: form.metadata(),
    receipt_email: form.text('receipt_email'),
    setup_future_usage: form.oneOf('setup_future_usage', ['off_session', 'on_session']),
    statement_descriptor: form.text('statement_descriptor'),
    statement_descriptor_suffix: form.text('statement_descriptor_suffix'),
  };
  form.ignore('confirmation_method', 'shipping');
  ignoreUnusedParameters(form);
  checkConfirmation(form, fields, caller);
  return fields;
}

function parseAmount(form: Form) {
  form.required('amount');
  const amount = form.integer('amount', { min: 1 })!;
  if (amount < 50)
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  if (amount > 99_999_999)
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' });
  return amount;
}

function parseCurrency(form: Form) {
  const currency = form.required('currency').toLowerCase();
  if (currency !== 'usd')
    throw invalidRequest(`Invalid currency: ${currency}. The fake Stripe takes usd only.`, { param: 'currency' });
  return currency;
}

const ONLY_WITH_CONFIRM = ['off_session', 'error_on_requires_action', 'return_url'] as const;

function checkConfirmation(
  form: Form,
  fields: Parameters<typeof requireReturnUrl>[0] & { confirm: boolean; return_url?: string },
  caller: Caller,
) {
  if (fields.confirm) return requireReturnUrl(fields, fields.return_url, caller, 'PaymentIntent');
  const misplaced = ONLY_WITH_CONFIRM.find((name) => form.has(name));
  if (misplaced)
    throw invalidRequest(
      `The parameter \`${misplaced}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
      {
        param: misplaced,
      },
    );
}

export function createPaymentIntent(work: UnitOfWork, fields: Creation) {
  if (fields.customer) customerOf(work, fields.customer, 'customer');
  const chosen = choosePaymentMethod(work, fields, fields.customer ?? null);
  const id = newId('pi_');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount: fields.amount,
    amount_capturable: 0,
    amount_received: 0,
    allowed_payment_method_types: fields.allowed_payment_method_types,
    automatic_payment_methods: fields.automatic_payment_methods,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: fields.capture_method,
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: work.created,
    currency: fields.currency,
    customer: fields.customer ?? null,
    description: fields.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: fields.metadata ?? {},
    next_action: null,
    payment_method: chosen?.id ?? null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: fields.payment_method_types,
    processing: null,
    receipt_email: fields.receipt_email ?? null,
    setup_future_usage: fields.setup_future_usage ?? null,
    shipping: null,
    statement_descriptor: fields.statement_descriptor ?? null,
    statement_descriptor_suffix: fields.statement_descriptor_suffix ?? null,
    status: chosen ? 'requires_confirmation' : 'requires_payment_method',
  };
  if (fields.confirm && !chosen) throw missingPaymentMethod(intent);
  work.put('payment_intents', intent);
  work.emit('payment_intent.created', intent);
  return fields.confirm ? attemptPayment(work, intent, chosen!, fields) : intent;
}

export const parseAttempt = (form: Form): Attempt => ({
  off_session: form.flag('off_session') ?? false,
  error_on_requires_action: form.flag('error_on_requires_action') ?? false,
  return_url: form.text('return_url') || undefined,
});

export const missingPaymentMethod = (intent: PaymentIntent) =>
  unexpectedState(
    intent,
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
  );

export const unexpectedState = (intent: PaymentIntent, message: string) =>
  invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
