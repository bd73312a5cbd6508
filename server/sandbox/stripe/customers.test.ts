import { expect, it } from 'vitest';
import { clientOf, expectStripeError, offSession, saveCard, startSandbox } from './test-sandbox.ts';

it('creates, changes, finds, and deletes a customer', async () => {
  const { stripe } = await startSandbox();
  const created = await stripe.customers.create({ email: 'ada@example.test', metadata: { partner_id: '7', old: 'x' } });
  expect(created).toMatchObject({
    object: 'customer',
    created: 1795176000,
    email: 'ada@example.test',
    name: null,
    livemode: false,
    invoice_settings: { default_payment_method: null },
  });
  expect(created.id).toMatch(/^cus_\w{14}$/);

  const changed = await stripe.customers.update(created.id, {
    name: 'Ada',
    email: '',
    metadata: { old: '', vip: '1' },
  });
  expect(changed).toMatchObject({ name: 'Ada', email: null, metadata: { partner_id: '7', vip: '1' } });
  expect(changed.metadata).not.toHaveProperty('old');
  expect(await stripe.customers.retrieve(created.id)).toEqual(changed);

  expect(await stripe.customers.del(created.id)).toMatchObject({ id: created.id, deleted: true });
  expect(await stripe.customers.retrieve(created.id)).toEqual({ id: created.id, object: 'customer', deleted: true });
  expect((await stripe.customers.list()).data).toEqual([]);
  const deletedError = await expectStripeError(stripe.customers.update(created.id, { name: 'Ada' }));
  expect(deletedError).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: `No such customer: '${created.id}'`,
  });
});

it('paginates a list by id, newest first, and filters it', async () => {
  const { stripe } = await startSandbox();
  for (const name of ['a', 'b', 'c', 'd', 'e']) await stripe.customers.create({ name, email: `${name}@example.test` });
  const first = await stripe.customers.list({ limit: 2 });
  expect(first).toMatchObject({ object: 'list', url: '/v1/customers', has_more: true });
  expect(first.data.map(({ name }) => name)).toEqual(['e', 'd']);
  const rest = await stripe.customers.list({ limit: 3, starting_after: first.data[1]!.id });
  expect(rest.data.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  expect(rest.has_more).toBe(false);
  const before = await stripe.customers.list({ limit: 1, ending_before: rest.data[0]!.id });
  expect(before.data.map(({ name }) => name)).toEqual(['d']);
  const all: (string | null | undefined)[] = [];
  for await (const { name } of stripe.customers.list({ limit: 2 })) all.push(name);
  expect(all).toEqual(['e', 'd', 'c', 'b', 'a']);
  const filtered = await stripe.customers.list({ email: 'c@example.test', created: { gte: 1795176000 } });
  expect(filtered.data.map(({ name }) => name)).toEqual(['c']);
  expect((await stripe.customers.list({ created: { gt: 1795176000 } })).data).toEqual([]);
  expect((await stripe.customers.list({ created: 1795176000, limit: 100 })).data).toHaveLength(5);
});

it("creates a payment method each time a token is attached, and lists only a customer's own", async () => {
  const { stripe } = await startSandbox();
  const ada = await saveCard(stripe);
  const again = await stripe.paymentMethods.attach('pm_card_visa', { customer: ada.customer });
  const bob = await saveCard(stripe, 'pm_card_mastercard');
  expect(again.id).not.toBe(ada.payment_method);
  const listed = await stripe.paymentMethods.list({ customer: ada.customer, type: 'card' });
  expect(listed.data.map(({ id }) => id)).toEqual([again.id, ada.payment_method]);
  expect(new Set(listed.data.map(({ card }) => card?.fingerprint)).size).toBe(1);
  expect((await stripe.customers.retrievePaymentMethod(bob.customer, bob.payment_method)).card?.brand).toBe(
    'mastercard',
  );
  expect(
    await expectStripeError(stripe.customers.retrievePaymentMethod(ada.customer, bob.payment_method)),
  ).toMatchObject({
    statusCode: 404,
  });
});

it('returns an unattached payment method when a token is retrieved', async () => {
  const { stripe } = await startSandbox();
  const customer = await stripe.customers.create({});
  const unattached = await stripe.paymentMethods.retrieve('pm_card_visa');
  expect(unattached).toMatchObject({ customer: null, card: { last4: '4242' } });
  const attached = await stripe.paymentMethods.attach(unattached.id, { customer: customer.id });
  expect(attached).toMatchObject({ id: unattached.id, customer: customer.id });
});

it("refuses another customer's payment method", async () => {
  const { stripe } = await startSandbox();
  const ada = await saveCard(stripe);
  const bob = await saveCard(stripe);
  expect(await stripe.paymentMethods.attach(ada.payment_method, { customer: ada.customer })).toMatchObject({
    customer: ada.customer,
  });
  expect(
    await expectStripeError(stripe.paymentMethods.attach(ada.payment_method, { customer: bob.customer })),
  ).toMatchObject({
    statusCode: 400,
    message: 'The payment method you provided has already been attached to a customer.',
  });
  const foreign = offSession({ customer: bob.customer, payment_method: ada.payment_method });
  expect(await expectStripeError(stripe.paymentIntents.create(foreign))).toMatchObject({
    statusCode: 400,
    param: 'payment_method',
  });
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
});

it('never accepts a detached payment method again, and clears it as the default', async () => {
  const { stripe } = await startSandbox();
  const ada = await saveCard(stripe);
  const settings = { invoice_settings: { default_payment_method: ada.payment_method } };
  expect(await stripe.customers.update(ada.customer, settings)).toMatchObject(settings);
  expect(await stripe.paymentMethods.detach(ada.payment_method)).toMatchObject({ customer: null });
  expect(await stripe.customers.retrieve(ada.customer)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
  for (const call of [
    () => stripe.paymentMethods.detach(ada.payment_method),
    () => stripe.paymentMethods.attach(ada.payment_method, { customer: ada.customer }),
    () => stripe.paymentIntents.create(offSession(ada)),
    () => stripe.customers.update(ada.customer, settings),
  ]) {
    expect(await expectStripeError(call())).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  }
});

it('refuses to create a customer whose card is declined', async () => {
  const { stripe } = await startSandbox();
  const error = await expectStripeError(stripe.customers.create({ payment_method: 'pm_card_chargeDeclined' }));
  expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' });
  expect((await stripe.customers.list()).data).toEqual([]);
});

it('creates nothing if a part of the request is refused', async () => {
  const { stripe } = await startSandbox();
  const bob = await saveCard(stripe);
  const settings = { invoice_settings: { default_payment_method: bob.payment_method } };
  expect(await expectStripeError(stripe.customers.create({ name: 'Ada', ...settings }))).toMatchObject({
    statusCode: 400,
  });
  expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([bob.customer]);
});

it('reports invalid parameters, paths, and keys', async () => {
  const { sandbox, stripe, publishableStripe } = await startSandbox();
  const refusals = [
    [stripe.paymentIntents.create({ currency: 'usd' } as never), 400, 'parameter_missing', 'amount'],
    [stripe.paymentIntents.create({ amount: 12.5, currency: 'usd' }), 400, 'parameter_invalid_integer', 'amount'],
    [stripe.paymentIntents.create({ amount: 49, currency: 'usd' }), 400, 'amount_too_small', 'amount'],
    [stripe.paymentIntents.create({ amount: 500, currency: '' }), 400, 'parameter_invalid_empty', 'currency'],
    [stripe.customers.create({ emial: 'x' } as never), 400, 'parameter_unknown', 'emial'],
    [
      stripe.paymentIntents.create({ amount: 500, currency: 'usd', payment_method_types: ['card'] } as never),
      400,
      'parameter_unknown',
      'payment_method_types',
    ],
    [
      stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer: 'cus_x' }),
      400,
      'resource_missing',
      'customer',
    ],
    [stripe.paymentMethods.retrieve('pm_x'), 404, 'resource_missing', 'id'],
    [stripe.customers.retrievePaymentMethod('cus_x', 'pm_x'), 404, 'resource_missing', 'id'],
    [stripe.paymentIntents.retrieve('pi_x'), 404, 'resource_missing', 'intent'],
    [stripe.customers.create({ metadata: { long: 'x'.repeat(501) } }), 400, undefined, 'metadata[long]'],
    [stripe.customers.list({ limit: 101 }), 400, 'parameter_invalid_integer', 'limit'],
    [stripe.rawRequest('GET', '/v1/unicorns'), 404, undefined, undefined],
    [publishableStripe.customers.create({}), 401, 'secret_key_required', undefined],
    [clientOf(sandbox, 'sk_test_somebody_else').customers.list(), 401, undefined, undefined],
  ] as const;
  for (const [call, statusCode, code, param] of refusals) {
    const error = await expectStripeError(call);
    expect([error.statusCode, error.code, error.param]).toEqual([statusCode, code, param]);
    expect(error.requestId).toMatch(/^req_\w{14}$/);
  }
});

it('accepts browser calls with the publishable key from another origin', async () => {
  const { sandbox } = await startSandbox();
  const url = `${sandbox.protocol}://${sandbox.host}:${sandbox.port}/v1/payment_methods`;
  const preflight = await fetch(url, { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  const body = `key=${sandbox.publishableKey}&type=card&card[number]=4242+4242+4242+4242&card[exp_month]=4&card[exp_year]=31&card[cvc]=123`;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const response = await fetch(url, { method: 'POST', body, headers });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toMatchObject({ object: 'payment_method', card: { last4: '4242', exp_year: 2031 } });
});
