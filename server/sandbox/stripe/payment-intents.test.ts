import { expect, it } from 'vitest';
import { expectStripeError, offSession, saveCard, startSandbox } from './test-sandbox.ts';

it('charges a saved card and lists the payment with its metadata', async () => {
  const { stripe } = await startSandbox();
  const card = await saveCard(stripe);
  const metadata = { promotion_id: '17', attempt: '1' };
  const paid = await stripe.paymentIntents.create({ ...offSession(card, 6000), metadata, description: 'Promotion 17' });
  expect(paid).toMatchObject({
    id: expect.stringMatching(/^pi_\w{24}$/),
    status: 'succeeded',
    amount: 6000,
    created: 1795176000,
  });

  const listed = await stripe.paymentIntents.list({ customer: card.customer, expand: ['data.latest_charge'] });
  const listedPayment = listed.data.find(({ metadata: { promotion_id } }) => promotion_id === '17');
  expect(listedPayment).toMatchObject({
    id: paid.id,
    latest_charge: { amount: 6000, metadata, payment_intent: paid.id },
  });
  expect((await stripe.paymentIntents.list({ customer: 'cus_nobody' })).data).toEqual([]);
  expect((await stripe.charges.list({ payment_intent: paid.id })).data).toHaveLength(1);

  const shown = await stripe.paymentIntents.retrieve(paid.id, {
    expand: ['customer', 'payment_method', 'latest_charge.customer'],
  });
  expect(shown).toMatchObject({
    customer: { object: 'customer', name: 'Ada Author' },
    payment_method: { object: 'payment_method', card: { last4: '4242' } },
    latest_charge: { customer: { name: 'Ada Author' } },
  });
  expect(await expectStripeError(stripe.paymentIntents.retrieve(paid.id, { expand: ['amount'] }))).toMatchObject({
    statusCode: 400,
  });
});

it('charges an intent once, after its confirmation', async () => {
  const { stripe } = await startSandbox();
  const { customer, payment_method } = await saveCard(stripe);
  const intent = await stripe.paymentIntents.create({
    amount: 700,
    currency: 'usd',
    customer,
    allowed_payment_method_types: ['card'],
  });
  expect(intent.status).toBe('requires_payment_method');
  expect(await expectStripeError(stripe.paymentIntents.confirm(intent.id))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
  expect((await stripe.paymentIntents.confirm(intent.id, { payment_method })).status).toBe('succeeded');
  const second = await expectStripeError(stripe.paymentIntents.confirm(intent.id, { payment_method }));
  expect(second).toMatchObject({
    statusCode: 400,
    code: 'payment_intent_unexpected_state',
    payment_intent: { status: 'succeeded' },
  });
  expect(await expectStripeError(stripe.paymentIntents.cancel(intent.id))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
});

it('succeeds with another card after a decline', async () => {
  const { stripe } = await startSandbox();
  const broken = await saveCard(stripe, 'pm_card_chargeCustomerFail');
  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: broken.customer });
  const declined = await expectStripeError(stripe.paymentIntents.create(offSession(broken)));
  const paid = await stripe.paymentIntents.confirm(declined.payment_intent!.id, {
    payment_method: good.id,
    off_session: true,
  });
  expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  const charges = await stripe.charges.list({ payment_intent: paid.id });
  expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
});

it('cancels an unpaid intent', async () => {
  const { stripe } = await startSandbox();
  const intent = await stripe.paymentIntents.create({ amount: 700, currency: 'usd' });
  expect(await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'abandoned',
    canceled_at: 1795176000,
  });
  expect(
    await expectStripeError(
      stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa', return_url: 'https://deckle.test' }),
    ),
  ).toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
});

it('requires a return URL if a payment method might redirect', async () => {
  const { stripe } = await startSandbox();
  const { allowed_payment_method_types: _, ...withoutTypes } = offSession(await saveCard(stripe));
  expect((await expectStripeError(stripe.paymentIntents.create(withoutTypes))).message).toContain(
    'you must provide a `return_url`',
  );
  const never = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const } };
  expect((await stripe.paymentIntents.create({ ...withoutTypes, ...never })).status).toBe('succeeded');
  expect((await stripe.paymentIntents.create({ ...withoutTypes, return_url: 'https://deckle.test/back' })).status).toBe(
    'succeeded',
  );
});

it('accepts off_session only together with confirm', async () => {
  const { stripe } = await startSandbox();
  const { confirm: _, ...unconfirmed } = offSession(await saveCard(stripe));
  expect(await expectStripeError(stripe.paymentIntents.create(unconfirmed))).toMatchObject({
    statusCode: 400,
    param: 'off_session',
  });
});

it('uses a card without a customer once, and saves it on request', async () => {
  const { stripe } = await startSandbox();
  const payment = { amount: 700, currency: 'usd', allowed_payment_method_types: ['card'], confirm: true };
  const unattached = await stripe.paymentMethods.retrieve('pm_card_visa');
  await stripe.paymentIntents.create({ ...payment, payment_method: unattached.id });
  expect(
    await expectStripeError(stripe.paymentIntents.create({ ...payment, payment_method: unattached.id })),
  ).toMatchObject({
    statusCode: 400,
  });

  const customer = (await stripe.customers.create({})).id;
  const saved = await stripe.paymentMethods.retrieve('pm_card_visa');
  await stripe.paymentIntents.create({
    ...payment,
    customer,
    payment_method: saved.id,
    setup_future_usage: 'off_session',
  });
  expect(await stripe.paymentMethods.retrieve(saved.id)).toMatchObject({ customer });
});
