import { expect, it } from 'vitest';
import { clientOf, expectStripeError, offSession, saveCard, startSandbox } from './test-sandbox.ts';

const PAYMENTS = { method: 'POST', path: '/v1/payment_intents' };
const SHORT_TIMEOUT_MS = 300;

it('makes a call time out before or after the execution', async () => {
  const { sandbox, stripe } = await startSandbox();
  const card = await saveCard(stripe);
  const timingOut = clientOf(sandbox, sandbox.secretKey, SHORT_TIMEOUT_MS);
  for (const [kind, chargesSoFar] of [
    ['timeout_before', 0],
    ['timeout_after', 1],
  ] as const) {
    sandbox.faults.add({ match: PAYMENTS, kind });
    const error = await expectStripeError(timingOut.paymentIntents.create(offSession(card), { idempotencyKey: 'k' }));
    expect(error).toMatchObject({ type: 'StripeConnectionError' });
    expect((await stripe.charges.list()).data).toHaveLength(chargesSoFar);
  }
  const replayed = await stripe.paymentIntents.create(offSession(card), { idempotencyKey: 'k' });
  expect(replayed.lastResponse.headers).toHaveProperty('idempotent-replayed', 'true');
  expect((await stripe.charges.list()).data).toHaveLength(1);
});

it('resets the connection before or after the execution', async () => {
  const { sandbox, stripe } = await startSandbox();
  const card = await saveCard(stripe);
  for (const [kind, chargesSoFar] of [
    ['reset_before', 0],
    ['reset_after', 1],
  ] as const) {
    // The package itself retries once after a reset.
    sandbox.faults.add({ match: PAYMENTS, kind, times: 2 });
    const error = await expectStripeError(stripe.paymentIntents.create(offSession(card), { idempotencyKey: 'k' }));
    expect(error).toMatchObject({ type: 'StripeConnectionError' });
    expect((await stripe.charges.list()).data).toHaveLength(chargesSoFar);
  }
});

it('answers 429, 409, and 500 like Stripe', async () => {
  const { sandbox, stripe } = await startSandbox();
  for (const [kind, statusCode, type, code] of [
    ['rate_limit_429', 429, 'StripeRateLimitError', 'rate_limit'],
    ['error_409', 409, 'StripeAPIError', 'idempotency_key_in_use'],
    ['status_500', 500, 'StripeAPIError', undefined],
    ['status_500_before', 500, 'StripeAPIError', undefined],
  ] as const) {
    sandbox.faults.add({ match: { path: /^\/v1\/customers$/g }, kind });
    const error = await expectStripeError(stripe.customers.create({ name: kind }));
    expect([error.statusCode, error.type, error.code]).toEqual([statusCode, type, code]);
  }
  expect((await stripe.customers.list()).data.map(({ name }) => name)).toEqual(['status_500']);
});

it('applies to matching requests, as often as specified', async () => {
  const { sandbox, stripe } = await startSandbox();
  sandbox.faults.add({ match: { method: 'POST', path: '/v1/customers*' }, kind: 'rate_limit_429', times: 2 });
  await stripe.customers.list();
  await expectStripeError(stripe.customers.create({}));
  await expectStripeError(stripe.customers.update('cus_x', {}));
  expect(sandbox.faults.list()).toMatchObject([{ kind: 'rate_limit_429', times: 2, hits: 2 }]);
  expect(await stripe.customers.create({})).toMatchObject({ object: 'customer' });
  sandbox.faults.add({ match: { path: '/v1/customers' }, kind: 'rate_limit_429', times: Number.POSITIVE_INFINITY });
  sandbox.faults.clear();
  expect(sandbox.faults.list()).toEqual([]);
  expect(await stripe.customers.create({})).toMatchObject({ object: 'customer' });
});

it('delays for a given time, or until cleared', async () => {
  const { sandbox, stripe } = await startSandbox();
  sandbox.faults.add({ match: { path: '/v1/customers' }, kind: 'delay', delayMs: 20 });
  expect(await stripe.customers.create({ name: 'late' })).toMatchObject({ name: 'late' });
  sandbox.faults.add({ match: { path: '/v1/customers' }, kind: 'delay' });
  const waiting = stripe.customers.create({ name: 'later' });
  await expect.poll(() => sandbox.faults.list().at(-1)?.hits).toBe(1);
  expect((await stripe.rawRequest('GET', '/v1/customers?limit=1')) as unknown).toMatchObject({
    data: [{ name: 'late' }],
  });
  sandbox.faults.clear();
  expect(await waiting).toMatchObject({ name: 'later' });
});

it('records requests, faults, and effects in the journal', async () => {
  const { sandbox, stripe } = await startSandbox();
  const card = await saveCard(stripe);
  sandbox.faults.add({ match: PAYMENTS, kind: 'status_500' });
  await expectStripeError(stripe.paymentIntents.create(offSession(card, 990), { idempotencyKey: 'promo:1:attempt:1' }));
  await expectStripeError(stripe.paymentIntents.create(offSession(card, 990), { idempotencyKey: 'promo:1:attempt:1' }));
  const [first, second] = sandbox.journal().filter(({ path }) => path === '/v1/payment_intents');
  expect(first).toMatchObject({
    kind: 'request',
    method: 'POST',
    idempotency_key: 'promo:1:attempt:1',
    status: 500,
    error_code: 'api_error',
    fault: 'status_500',
    at: '2026-11-20T12:00:00.000Z',
    params: { amount: '990', customer: card.customer },
  });
  expect(first!.effects.map(({ type }) => type)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
  ]);
  expect(first!.effects[1]).toMatchObject({ amount: 990, customer: card.customer, status: 'succeeded' });
  expect(second).toMatchObject({ status: 500, replayed: true, effects: [], changes: [] });
});
