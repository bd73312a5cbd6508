import { expect, it } from 'vitest';
import { CARDS, cardNameOfToken, maskCardNumbers } from './cards.ts';
import { expectStripeError, offSession, saveCard, startSandbox } from './test-sandbox.ts';

const GOOD = [
  ['4242424242424242', 'pm_card_visa', 'visa', 'credit'],
  ['4000056655665556', 'pm_card_visa_debit', 'visa', 'debit'],
  ['5555555555554444', 'pm_card_mastercard', 'mastercard', 'credit'],
  ['378282246310005', 'pm_card_amex', 'amex', 'credit'],
  ['6011111111111117', 'pm_card_discover', 'discover', 'credit'],
] as const;

const DECLINED_AT_ATTACH = [
  ['4000000000000002', 'pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
  [
    '4000000000009995',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    'card_declined',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ],
  ['4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card', 'Your card was declined.'],
  [
    '4000000000009979',
    'pm_card_visa_chargeDeclinedStolenCard',
    'card_declined',
    'stolen_card',
    'Your card was declined.',
  ],
  ['4000000000000069', 'pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined, 'Your card has expired.'],
  [
    '4000000000000127',
    'pm_card_chargeDeclinedIncorrectCvc',
    'incorrect_cvc',
    undefined,
    "Your card's security code is incorrect.",
  ],
  [
    '4000000000000119',
    'pm_card_chargeDeclinedProcessingError',
    'processing_error',
    undefined,
    'An error occurred while processing your card. Try again in a little bit.',
  ],
] as const;

const DECLINED_AT_CHARGE = [
  ['4000000000000341', 'pm_card_chargeCustomerFail', 'generic_decline', 'issuer_declined'],
  ['4100000000000019', 'pm_card_radarBlock', 'fraudulent', 'blocked'],
] as const;

/** Results of an off-session charge: once the card is attached, and once it's set up with authentication. */
const REQUIRES_AUTHENTICATION: readonly (readonly [
  number: string,
  token: string,
  whenAttached: string,
  whenSetUp: string,
])[] = [
  ['4000002500003155', 'pm_card_authenticationRequiredOnSetup', 'authentication_required', 'succeeded'],
  ['4000002760003184', 'pm_card_authenticationRequired', 'authentication_required', 'authentication_required'],
  [
    '4000008260003178',
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    'authentication_required',
    'insufficient_funds',
  ],
  ['4000000000003220', 'pm_card_threeDSecure2Required', 'authentication_required', 'succeeded'],
  [
    '4000008400001629',
    'pm_card_threeDSecureRequiredChargeDeclined',
    'authentication_required',
    'the setup itself is declined',
  ],
];

const cardDetails = (number: string) => ({
  type: 'card' as const,
  card: { number, exp_month: 4, exp_year: 2031, cvc: number.startsWith('37') ? '1234' : '123' },
});

it('has a test for every card in the table', () => {
  const tested = [...GOOD, ...DECLINED_AT_ATTACH, ...DECLINED_AT_CHARGE, ...REQUIRES_AUTHENTICATION].map(
    ([number]) => number,
  );
  expect(tested.sort()).toEqual(
    Object.values(CARDS)
      .map(({ number }) => number)
      .sort(),
  );
});

it.each(GOOD)('%s (%s) is saved and charged', async (number, token, brand, funding) => {
  const { stripe, publishableStripe } = await startSandbox();
  const fromNumber = await publishableStripe.paymentMethods.create(cardDetails(number));
  expect(fromNumber.card).toMatchObject({
    brand,
    funding,
    last4: number.slice(-4),
    exp_month: 4,
    exp_year: 2031,
    country: 'US',
  });

  const card = await saveCard(stripe, token);
  const saved = await stripe.paymentMethods.retrieve(card.payment_method);
  expect(saved).toMatchObject({ customer: card.customer, livemode: false, card: { brand, last4: number.slice(-4) } });
  expect(saved.card?.fingerprint).toBe(fromNumber.card?.fingerprint);

  const payment = await stripe.paymentIntents.create({ ...offSession(card), expand: ['latest_charge'] });
  expect(payment).toMatchObject({ status: 'succeeded', amount_received: 1250, customer: card.customer });
  expect(payment.latest_charge).toMatchObject({
    object: 'charge',
    amount: 1250,
    amount_captured: 1250,
    captured: true,
    paid: true,
    status: 'succeeded',
    outcome: { type: 'authorized' },
    payment_method_details: { type: 'card', card: { brand, last4: number.slice(-4) } },
  });
});

it.each(DECLINED_AT_ATTACH)('%s (%s) is declined when saved', async (number, token, code, decline_code, message) => {
  const { stripe } = await startSandbox();
  const customer = await stripe.customers.create({});
  const fromNumber = await stripe.paymentMethods.create(cardDetails(number));
  for (const id of [token, fromNumber.id]) {
    const error = await expectStripeError(stripe.paymentMethods.attach(id, { customer: customer.id }));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, message });
    expect(error.decline_code).toBe(decline_code ?? '');
  }
  expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([]);
});

it.each(DECLINED_AT_ATTACH)('%s (%s) is declined when charged directly', async (_number, token, code, decline_code) => {
  const { stripe } = await startSandbox();
  const error = await expectStripeError(
    stripe.paymentIntents.create({
      amount: 900,
      currency: 'usd',
      payment_method: token,
      allowed_payment_method_types: ['card'],
      confirm: true,
    }),
  );
  expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code });
  expect(error.decline_code).toBe(decline_code ?? '');
  expect(error.payment_intent).toMatchObject({ status: 'requires_payment_method', payment_method: null });
});

it.each(DECLINED_AT_CHARGE)(
  '%s (%s) is saved, and declined when charged',
  async (_number, token, decline_code, type) => {
    const { stripe } = await startSandbox();
    const card = await saveCard(stripe, token);
    const error = await expectStripeError(stripe.paymentIntents.create(offSession(card)));
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code,
      message: 'Your card was declined.',
      doc_url: 'https://stripe.com/docs/error-codes/card-declined',
      payment_intent: {
        status: 'requires_payment_method',
        amount_received: 0,
        last_payment_error: { code: 'card_declined', decline_code, payment_method: { id: card.payment_method } },
      },
    });
    const charge = await stripe.charges.retrieve(String(error.charge));
    expect(charge).toMatchObject({ status: 'failed', paid: false, failure_code: 'card_declined', outcome: { type } });
  },
);

it.each(REQUIRES_AUTHENTICATION)('%s (%s) requires 3-D Secure', async (number, token, whenAttached, whenSetUp) => {
  const { sandbox, stripe } = await startSandbox();
  const card = await saveCard(stripe, token);
  const refused = await expectStripeError(stripe.paymentIntents.create(offSession(card)));
  expect(refused).toMatchObject({ statusCode: 402, code: whenAttached, decline_code: whenAttached });
  expect(refused.payment_intent).toMatchObject({ status: 'requires_payment_method' });

  const { off_session: _, ...onSession } = offSession(card);
  const onSessionPayment = await stripe.paymentIntents.create(onSession);
  expect(onSessionPayment.status).toBe('requires_action');

  const intent = await stripe.setupIntents.create({
    customer: card.customer,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
    payment_method_data: cardDetails(number) as never,
    confirm: true,
  });
  expect(intent.status).toBe('requires_action');
  sandbox.authenticate(intent.id, 'complete');
  const setUp = await stripe.setupIntents.retrieve(intent.id);
  const outcome =
    setUp.status === 'succeeded'
      ? await stripe.paymentIntents
          .create(offSession({ customer: card.customer, payment_method: String(setUp.payment_method) }))
          .then(({ status }) => status)
          .catch((error: { decline_code: string }) => error.decline_code)
      : 'the setup itself is declined';
  expect(outcome).toBe(whenSetUp);
});

it('rejects live cards, and invalid numbers, expiry dates, and CVCs', async () => {
  const { stripe } = await startSandbox();
  const invalidCards = [
    [{ number: '4111111111111111' }, 'card_declined', 'test_mode_live_card'],
    [{ number: '4242424242424241' }, 'incorrect_number', undefined],
    [{ number: '4242' }, 'invalid_number', undefined],
    [{ number: '4242424242424242', exp_year: 2025 }, 'invalid_expiry_year', undefined],
    [{ number: '4242424242424242', exp_month: 13 }, 'invalid_expiry_month', undefined],
    [{ number: '4242424242424242', exp_year: 2026, exp_month: 10 }, 'invalid_expiry_month', undefined],
    [{ number: '4242424242424242', cvc: '12' }, 'invalid_cvc', undefined],
  ] as const;
  for (const [card, code, decline_code] of invalidCards) {
    const input = { type: 'card' as const, card: { exp_month: 4, exp_year: 2031, cvc: '123', ...card } };
    const error = await expectStripeError(stripe.paymentMethods.create(input));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code });
    expect(error.decline_code).toBe(decline_code ?? '');
  }
});

it('recognizes each token of a card and no others', () => {
  expect(cardNameOfToken('pm_card_visa_chargeDeclined')).toBe('generic_decline');
  expect(cardNameOfToken('pm_card_chargeDeclined')).toBe('generic_decline');
  expect(cardNameOfToken('tok_visa')).toBe('visa');
  expect(cardNameOfToken('pm_card_gold')).toBeUndefined();
  expect(cardNameOfToken('pm_1234')).toBeUndefined();
});

it('masks card numbers in text, and nothing else', () => {
  expect(maskCardNumbers('card 4242 4242 4242 4242, order 1234567890123456')).toBe(
    'card •••• 4242, order 1234567890123456',
  );
});
