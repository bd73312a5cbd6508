/** Parses the parameters of payment methods. A new one's card is a number or a test token. */
import { type CardName, cardNameOfToken, cardNameWithNumber, passesLuhn } from './cards.ts';
import { cardFailure, invalidRequest } from './errors.ts';
import type { Form } from './form.ts';
import type { BillingDetails, Metadata } from './objects.ts';

export type PaymentMethodInput = {
  card: { name?: CardName; token?: string; exp_month?: number; exp_year?: number };
  billing_details?: Partial<BillingDetails>;
  metadata?: Metadata;
};

/** Parses a payment method. The card number is only used to look up the test card and isn't stored. */
export function parsePaymentMethod(form: Form): PaymentMethodInput {
  if (form.required('type') !== 'card') throw invalidRequest('Invalid type: only card is enabled.', { param: 'type' });
  const card = form.nested('card');
  if (!card) throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' });
  const rest = { billing_details: parseBillingDetails(form), metadata: form.metadata() };
  form.ignore('allow_redisplay', 'payment_user_agent', 'time_on_page', 'guid', 'muid', 'sid', 'referrer');
  const token = card.text('token');
  return { ...rest, card: token === undefined ? parseCard(card) : { token } };
}

export function parseBillingDetails(form: Form): Partial<BillingDetails> | undefined {
  const details = form.nested('billing_details');
  if (!details) return undefined;
  const address = details.nested('address');
  const texts = (['email', 'name', 'phone'] as const).filter((name) => details.has(name));
  return {
    ...Object.fromEntries(texts.map((name) => [name, details.text(name) || null])),
    ...(address && { address: parseAddress(address) }),
  };
}

const ADDRESS_PARTS = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const;

const parseAddress = (form: Form) =>
  Object.fromEntries(ADDRESS_PARTS.map((part) => [part, form.text(part) || null])) as BillingDetails['address'];

/** Parses a saved card's editable fields, leaving out omitted ones. */
export function parseExpiry(form: Form) {
  const card = form.nested('card');
  const parts = (['exp_month', 'exp_year'] as const).filter((part) => card?.has(part));
  return card && Object.fromEntries(parts.map((part) => [part, card.integer(part)]));
}

export const chosenCard = ({ name, token }: PaymentMethodInput['card']) => name ?? cardNameOfToken(token ?? '');

function parseCard(form: Form): PaymentMethodInput['card'] {
  const number = form.required('number').replace(/[ -]/g, '');
  const exp_month = form.integer('exp_month');
  const exp_year = form.integer('exp_year');
  const cvc = form.text('cvc');
  form.ignore('networks');
  if (exp_month === undefined) throw missing('exp_month');
  if (exp_year === undefined) throw missing('exp_year');
  const name = nameOf(number);
  if (cvc !== undefined && !/^\d+$/.test(cvc)) throw invalidCvc();
  if (cvc !== undefined && cvc.length !== (name === 'amex' ? 4 : 3) && !(name === 'amex' && cvc.length === 3))
    throw invalidCvc();
  return { name, exp_month, exp_year };
}

function nameOf(number: string): CardName {
  if (!/^\d{12,19}$/.test(number))
    throw invalidNumber('invalid_number', 'The card number is not a valid credit card number.');
  if (!passesLuhn(number)) throw invalidNumber('incorrect_number', 'Your card number is incorrect.');
  const name = cardNameWithNumber(number);
  if (!name) throw notATestCard();
  return name;
}

const missing = (name: string) =>
  invalidRequest(`Missing required param: card[${name}].`, { code: 'parameter_missing', param: `card[${name}]` });
const invalidNumber = (code: string, message: string) => cardFailure({ code, message, param: 'number' });
const invalidCvc = () =>
  cardFailure({ code: 'invalid_cvc', param: 'cvc', message: "Your card's security code is invalid." });
const notATestCard = () =>
  cardFailure({
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    param: '',
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  });
