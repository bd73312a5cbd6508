import { expect, it } from 'vitest';
import { HOUR_MS } from '#shared/durations.ts';
import { expectStripeError, NOON, offSession, saveCard, startSandbox } from './test-sandbox.ts';

it('returns the same response for the same key and charges once', async () => {
  const { stripe } = await startSandbox();
  const card = await saveCard(stripe);
  const key = { idempotencyKey: 'promo:17:attempt:1' };
  const first = await stripe.paymentIntents.create(offSession(card), key);
  const second = await stripe.paymentIntents.create(offSession(card), key);
  expect(second).toEqual(first);
  expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
  expect(second.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'idempotency-key': 'promo:17:attempt:1',
    'original-request': first.lastResponse.requestId,
  });
  expect((await stripe.charges.list()).data).toHaveLength(1);
});

it('answers fifty simultaneous requests with one charge', async () => {
  const { stripe } = await startSandbox();
  const card = await saveCard(stripe);
  const calls = Array.from({ length: 50 }, () =>
    stripe.paymentIntents.create(offSession(card), { idempotencyKey: 'k' }),
  );
  expect(new Set((await Promise.all(calls)).map(({ id }) => id)).size).toBe(1);
  expect((await stripe.charges.list()).data).toHaveLength(1);
});

it('replays a decline', async () => {
  const { stripe } = await startSandbox();
  const card = await saveCard(stripe, 'pm_card_chargeCustomerFail');
  const charge = () => expectStripeError(stripe.paymentIntents.create(offSession(card), { idempotencyKey: 'k' }));
  const [first, second] = [await charge(), await charge()];
  expect([first.code, second.code]).toEqual(['card_declined', 'card_declined']);
  expect(second.payment_intent!.id).toBe(first.payment_intent!.id);
  expect((second.headers as { [name: string]: string })['idempotent-replayed']).toBe('true');
  expect((await stripe.charges.list()).data).toHaveLength(1);
});

it('refuses a key with other parameters or at another endpoint', async () => {
  const { stripe } = await startSandbox();
  const card = await saveCard(stripe);
  const key = { idempotencyKey: 'k' };
  await stripe.paymentIntents.create(offSession(card, 1250), key);
  for (const [call, message] of [
    [() => stripe.paymentIntents.create(offSession(card, 1251), key), 'the same parameters'],
    [() => stripe.customers.create({ name: 'Ada' }, key), "('/v1/customers' vs '/v1/payment_intents')"],
  ] as const) {
    const error = await expectStripeError(call());
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400, rawType: 'idempotency_error' });
    expect(error.message).toContain(message);
  }
  expect((await stripe.charges.list()).data).toHaveLength(1);
});

it('distinguishes two cards although no number is stored', async () => {
  const { stripe } = await startSandbox();
  const cardDetails = (number: string) => ({ type: 'card' as const, card: { number, exp_month: 4, exp_year: 2031 } });
  await stripe.paymentMethods.create(cardDetails('4242424242424242'), { idempotencyKey: 'k' });
  expect(
    (await stripe.paymentMethods.create(cardDetails('4242424242424242'), { idempotencyKey: 'k' })).card?.last4,
  ).toBe('4242');
  const other = await expectStripeError(
    stripe.paymentMethods.create(cardDetails('5555555555554444'), { idempotencyKey: 'k' }),
  );
  expect(other.rawType).toBe('idempotency_error');
});

it('answers 409 while the first request with the key is still running', async () => {
  const { sandbox, stripe } = await startSandbox();
  const card = await saveCard(stripe);
  sandbox.faults.add({ match: { method: 'POST', path: '/v1/payment_intents' }, kind: 'delay' });
  const key = { idempotencyKey: 'k' };
  const first = stripe.paymentIntents.create(offSession(card), key);
  await expect.poll(() => sandbox.faults.list()[0]?.hits).toBe(1);
  const second = await expectStripeError(stripe.paymentIntents.create(offSession(card), key));
  expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  expect((await stripe.charges.list()).data).toEqual([]);
  sandbox.faults.clear();
  const { id } = await first;
  expect((await stripe.paymentIntents.create(offSession(card), key)).id).toBe(id);
});

it('saves a 500 that occurs after execution has started, with or without an effect', async () => {
  const { sandbox, stripe } = await startSandbox();
  const card = await saveCard(stripe);
  for (const [kind, chargesSoFar] of [
    ['status_500', 1],
    ['status_500_undone', 1],
  ] as const) {
    sandbox.faults.add({ match: { path: '/v1/payment_intents' }, kind });
    const key = { idempotencyKey: kind };
    const [first, second] = [
      await expectStripeError(stripe.paymentIntents.create(offSession(card), key)),
      await expectStripeError(stripe.paymentIntents.create(offSession(card), key)),
    ];
    expect([first.statusCode, second.statusCode]).toEqual([500, 500]);
    expect(second).toMatchObject({ type: 'StripeAPIError', rawType: 'api_error' });
    expect((second.headers as { [name: string]: string })['idempotent-replayed']).toBe('true');
    expect((await stripe.charges.list()).data).toHaveLength(chargesSoFar);
  }
});

it('saves nothing for invalid parameters, 429, 409, and a 500 before execution', async () => {
  const { sandbox, stripe } = await startSandbox();
  const card = await saveCard(stripe);
  const key = { idempotencyKey: 'k' };
  expect(await expectStripeError(stripe.paymentIntents.create({ ...offSession(card), amount: 10 }, key))).toMatchObject(
    {
      statusCode: 400,
    },
  );
  for (const [kind, statusCode] of [
    ['rate_limit_429', 429],
    ['error_409', 409],
    ['status_500_before', 500],
  ] as const) {
    sandbox.faults.add({ match: { path: '/v1/payment_intents' }, kind });
    expect(await expectStripeError(stripe.paymentIntents.create(offSession(card), key))).toMatchObject({ statusCode });
  }
  expect((await stripe.charges.list()).data).toEqual([]);
  const paid = await stripe.paymentIntents.create(offSession(card), key);
  expect(paid.status).toBe('succeeded');
  expect(paid.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
});

it('expires a key after a day, as Stripe may', async () => {
  let now = NOON;
  const { stripe } = await startSandbox({ now: () => now });
  const card = await saveCard(stripe);
  const charge = () => stripe.paymentIntents.create(offSession(card), { idempotencyKey: 'k' });
  const { id } = await charge();
  now = new Date(NOON.getTime() + 23 * HOUR_MS);
  expect((await charge()).id).toBe(id);
  now = new Date(NOON.getTime() + 24 * HOUR_MS);
  expect((await charge()).id).not.toBe(id);
});
