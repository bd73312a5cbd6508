/** Code shared by setup intents and payment intents. */

import { spentError } from './attachments.ts';
import { type PaymentMethodInput, parsePaymentMethod } from './card-form.ts';
import type { CardDecline } from './cards.ts';
import type { Caller } from './endpoints.ts';
import { invalidRequest, noSuch } from './errors.ts';
import type { Form } from './form.ts';
import { newId } from './ids.ts';
import { paymentMethodOf, vaultedCard } from './lookup.ts';
import { createPaymentMethod, resolvePaymentMethod } from './new-payment-method.ts';
import type { NextAction, PaymentIntent, PaymentMethod, SetupIntent } from './objects.ts';
import type { UnitOfWork } from './work.ts';

/** Path of the authentication page; the URL is completed when the object is returned. */
export const AUTHENTICATION_PATH = '/3d_secure';

export type PaymentMethodChoice = { payment_method?: string; payment_method_data?: PaymentMethodInput };

export function parsePaymentMethodChoice(form: Form): PaymentMethodChoice {
  const data = form.nested('payment_method_data');
  return {
    payment_method: form.text('payment_method') || undefined,
    payment_method_data: data && parsePaymentMethod(data),
  };
}

type Types = Pick<PaymentIntent, 'allowed_payment_method_types' | 'automatic_payment_methods' | 'payment_method_types'>;

/** Without a list of allowed types, the Dashboard decides and may choose methods that redirect. */
export function parsePaymentMethodTypes(form: Form): Types {
  const allowed = form.texts('allowed_payment_method_types') ?? null;
  const automatic = form.nested('automatic_payment_methods');
  const enabled = automatic?.flag('enabled') ?? !allowed;
  const allow_redirects = automatic?.oneOf('allow_redirects', ['always', 'never']) ?? 'always';
  if (allowed && !allowed.includes('card'))
    throw invalidRequest('Only the payment method type card is enabled.', { param: 'allowed_payment_method_types' });
  return {
    allowed_payment_method_types: allowed,
    automatic_payment_methods: enabled ? { allow_redirects, enabled } : null,
    payment_method_types: ['card'],
  };
}

/** Requires a return URL when a server confirms an intent whose payment methods may redirect. */
export function requireReturnUrl(
  types: Types,
  return_url: string | undefined,
  { isBrowser }: Caller,
  intentName: string,
) {
  const canRedirect =
    !types.allowed_payment_method_types && types.automatic_payment_methods?.allow_redirects === 'always';
  if (isBrowser || return_url || !canRedirect) return;
  throw invalidRequest(
    `This ${intentName} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating ${intentName}s and ${intentName === 'PaymentIntent' ? 'Payment Intents' : 'Setup Intents'}.`,
  );
}

/** Creates or finds the chosen payment method and checks that the intent's customer may use it. */
export function choosePaymentMethod(
  work: UnitOfWork,
  { payment_method, payment_method_data }: PaymentMethodChoice,
  customer: string | null,
) {
  if (payment_method_data) return createPaymentMethod(work, payment_method_data);
  if (!payment_method) return undefined;
  const chosen = resolvePaymentMethod(work, payment_method);
  if (chosen.customer && chosen.customer !== customer)
    throw invalidRequest(
      customer
        ? `The customer does not have a payment method with the ID ${chosen.id}. The payment method must be attached to the customer.`
        : `The payment method ${chosen.id} belongs to a customer. Please include the customer in the \`customer\` parameter.`,
      { param: 'payment_method' },
    );
  if (vaultedCard(work, chosen.id).spent) throw spentError();
  return chosen;
}

export const newClientSecret = (id: string) => `${id}_secret_${newId('', 25)}`;

/** Requires the intent's client secret from callers with a publishable key. */
export function checkClientSecret(
  intent: { id: string; client_secret: string },
  presentedSecret: string | undefined,
  { isBrowser }: Caller,
) {
  if (!isBrowser && presentedSecret === undefined) return;
  if (presentedSecret === undefined)
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  if (presentedSecret !== intent.client_secret) throw noSuch('intent', intent.id, 'client_secret');
}

/** Hides the fields that a publishable key can't see. */
export function forBrowser<T extends PaymentIntent | SetupIntent>(intent: T, { isBrowser }: Caller): object {
  if (!isBrowser) return intent;
  const { metadata: _metadata, customer: _customer, ...rest } = intent;
  return rest;
}

export const redirectToAuthentication = (
  intent: { id: string; client_secret: string },
  return_url: string | null,
): NextAction => ({
  type: 'redirect_to_url',
  redirect_to_url: {
    url: `${AUTHENTICATION_PATH}/${intent.id}?client_secret=${intent.client_secret}`,
    return_url,
  },
});

/** The card's decline in the format that an intent stores. */
export const intentError = (work: UnitOfWork, refusal: CardDecline & { charge?: string }, { id }: PaymentMethod) => ({
  ...refusal,
  type: 'card_error' as const,
  payment_method: paymentMethodOf(work, id),
});

export const authenticationFailed = (intent: 'payment_intent' | 'setup_intent', payment_method: PaymentMethod) => ({
  type: 'invalid_request_error' as const,
  code: `${intent}_authentication_failure`,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  payment_method,
});

/** Accepts these parameters, which have no effect here. Any other unread parameter is refused. */
export function ignoreUnusedParameters(form: Form) {
  form.ignore(
    'mandate_data',
    'use_stripe_sdk',
    'radar_options',
    'payment_method_options',
    'excluded_payment_method_types',
  );
}
