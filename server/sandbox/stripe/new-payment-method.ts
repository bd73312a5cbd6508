/** Creates a payment method from a card number or a test token. */
import { chosenCard, type PaymentMethodInput } from './card-form.ts';
import { cardNamed, cardNameOfToken, last4Of } from './cards.ts';
import { cardFailure, noSuch } from './errors.ts';
import { fingerprintOf, newId } from './ids.ts';
import { paymentMethodOf } from './lookup.ts';
import type { BillingDetails, CardDetails, PaymentMethod } from './objects.ts';
import type { UnitOfWork } from './work.ts';

/** Finds a payment method, or creates one from a test token such as `pm_card_visa`. */
export function resolvePaymentMethod(work: UnitOfWork, id: string, param = 'payment_method'): PaymentMethod {
  return id.startsWith('pm_card_') && cardNameOfToken(id)
    ? createPaymentMethod(work, { card: { token: id } })
    : paymentMethodOf(work, id, param);
}

export function createPaymentMethod(work: UnitOfWork, input: PaymentMethodInput): PaymentMethod {
  const name = chosenCard(input.card);
  if (!name) throw noSuch('token', input.card.token ?? '', 'card[token]');
  const card = cardNamed(name);
  const id = newId('pm_');
  const details: CardDetails = {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
    country: 'US',
    display_brand: card.brand === 'amex' ? 'american_express' : card.brand,
    ...validateExpiry(work, input.card),
    fingerprint: fingerprintOf(`card ${name}`),
    funding: card.funding,
    generated_from: null,
    last4: last4Of(card),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: card.brand !== 'amex' },
    wallet: null,
  };
  work.put('vault', { id, card: name, set_up: false, spent: false });
  return work.put('payment_methods', {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { ...NO_BILLING_DETAILS, ...input.billing_details },
    card: details,
    created: work.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: input.metadata ?? {},
    type: 'card',
  });
}

const NO_BILLING_DETAILS: BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** Validates an expiry. The default, for a test token's card, is this month of next year. */
export function validateExpiry(work: UnitOfWork, { exp_month, exp_year }: PaymentMethodInput['card']) {
  const [month, year] = [work.at.getUTCMonth() + 1, work.at.getUTCFullYear()];
  if (exp_month === undefined || exp_year === undefined) return { exp_month: month, exp_year: year + 1 };
  const fullYear = exp_year < 100 ? 2000 + exp_year : exp_year;
  if (exp_month < 1 || exp_month > 12) throw invalidExpiry('month');
  if (fullYear < year || fullYear > year + 50) throw invalidExpiry('year');
  if (fullYear === year && exp_month < month) throw invalidExpiry('month');
  return { exp_month, exp_year: fullYear };
}

const invalidExpiry = (part: 'month' | 'year') =>
  cardFailure({
    code: `invalid_expiry_${part}`,
    param: `exp_${part}`,
    message: `Your card's expiration ${part} is invalid.`,
  });
