import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { NOON, offSession, type StatusOf, saveCard, startSandbox, startWebhookReceiver } from './test-sandbox.ts';

const SECRET = 'whsec_tests';

async function startBoth(statusOf?: StatusOf) {
  const merchant = await startWebhookReceiver(SECRET, statusOf);
  const sandbox = await startSandbox({ webhook: { url: () => merchant.url, secret: SECRET } });
  return { ...sandbox, merchant };
}

const SAVED = ['customer.created', 'payment_method.attached'];
const PAID = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'];

it('delivers signed events for saved cards, payments, refunds, and deletions', async () => {
  const { sandbox, stripe, merchant } = await startBoth();
  const card = await saveCard(stripe);
  const paid = await stripe.paymentIntents.create(offSession(card), { idempotencyKey: 'k' });
  await stripe.refunds.create({ payment_intent: paid.id });
  await stripe.paymentMethods.detach(card.payment_method);
  await stripe.customers.del(card.customer);
  await sandbox.webhooks.flush();
  expect(merchant.types()).toEqual([
    ...SAVED,
    ...PAID,
    'refund.created',
    'charge.refunded',
    'payment_method.detached',
    'customer.deleted',
  ]);
  const succeeded = merchant.received[4]!;
  expect(succeeded.event).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    request: { idempotency_key: 'k', id: paid.lastResponse.requestId },
    data: { object: { id: paid.id, status: 'succeeded', amount: 1250 } },
  });
  expect(await stripe.events.retrieve(succeeded.event.id)).toEqual(succeeded.event);
  expect(sandbox.webhooks.pending()).toEqual([]);
});

it('delivers declines, authentications, and failed setups', async () => {
  const { sandbox, stripe, merchant } = await startBoth();
  const broken = await saveCard(stripe, 'pm_card_chargeCustomerFail');
  await stripe.paymentIntents.create(offSession(broken)).catch(() => undefined);
  const { off_session: _, ...onSession } = offSession(await saveCard(stripe, 'pm_card_authenticationRequired'));
  const waiting = await stripe.paymentIntents.create(onSession);
  sandbox.authenticate(waiting.id, 'complete');
  const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
  await stripe.paymentIntents.cancel(id);
  const setup = { payment_method: 'pm_card_chargeDeclined', confirm: true, return_url: 'https://deckle.test' };
  await stripe.setupIntents.create(setup).catch(() => undefined);
  await stripe.setupIntents.create({ ...setup, payment_method: 'pm_card_visa' });
  await sandbox.webhooks.flush();
  const actionEvent = merchant.received.find(({ event }) => event.type === 'payment_intent.requires_action');
  expect(actionEvent?.event.data.object).toMatchObject({ next_action: waiting.next_action });
  expect(merchant.types().filter((type) => !SAVED.includes(type))).toEqual([
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'payment_intent.created',
    'payment_intent.requires_action',
    'charge.succeeded',
    'payment_intent.succeeded',
    'payment_intent.created',
    'payment_intent.canceled',
    'setup_intent.created',
    'setup_intent.setup_failed',
    'setup_intent.created',
    'setup_intent.succeeded',
  ]);
});

it('signs deliveries so that forged or outdated ones are detected', async () => {
  const { sandbox, stripe, merchant } = await startBoth();
  await stripe.customers.create({});
  await sandbox.webhooks.flush();
  const { body, signature } = merchant.received[0]!;
  const check = (payload: string, secret: string, at: number) =>
    Stripe.webhooks.constructEvent(payload, signature, secret, 300, undefined, at);
  expect(check(body, SECRET, NOON.getTime() + 300_000).type).toBe('customer.created');
  expect(() => check(body, SECRET, NOON.getTime() + 301_000)).toThrow('Timestamp outside the tolerance zone');
  expect(() => check(body.replace('customer', 'costumer'), SECRET, NOON.getTime())).toThrow('No signatures found');
  expect(() => check(body, 'whsec_other', NOON.getTime())).toThrow('No signatures found');
});

it('retries a delivery until the merchant accepts it', async () => {
  const { sandbox, stripe, merchant } = await startBoth((delivery) => (delivery < 3 ? 500 : 200));
  const { id } = await stripe.customers.create({});
  await sandbox.webhooks.flush();
  expect(merchant.received.map(({ event }) => (event.data.object as { id: string }).id)).toEqual([id, id, id, id]);
  const deliveries = sandbox.journal().filter(({ kind }) => kind === 'delivery');
  expect(deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 500],
    [2, 500],
    [3, 500],
    [4, 200],
  ]);
});

it('holds deliveries and releases them', async () => {
  const { sandbox, stripe, merchant } = await startBoth();
  sandbox.webhooks.hold();
  const card = await saveCard(stripe);
  await stripe.paymentIntents.create(offSession(card));
  await sandbox.webhooks.flush();
  expect(merchant.received).toEqual([]);
  expect(sandbox.webhooks.pending()).toHaveLength(5);
  sandbox.webhooks.release();
  await sandbox.webhooks.flush();
  expect(merchant.types()).toEqual([...SAVED, ...PAID]);
});

it('shuffles deliveries, in the same order for the same seed', async () => {
  const orders: string[][] = [];
  for (const seed of [7, 7, 8]) {
    const { sandbox, stripe, merchant } = await startBoth();
    sandbox.webhooks.hold();
    sandbox.webhooks.shuffle(seed);
    await stripe.paymentIntents.create(offSession(await saveCard(stripe)));
    sandbox.webhooks.release();
    await sandbox.webhooks.flush();
    orders.push(merchant.types());
  }
  const [first, same, other] = orders;
  expect(first).not.toEqual([...SAVED, ...PAID]);
  expect(first!.toSorted()).toEqual([...SAVED, ...PAID].toSorted());
  expect(same).toEqual(first);
  expect(other).not.toEqual(first);
});

it('delivers an event several times at the same time, and again on request', async () => {
  const { promise: allArrived, resolve: respond } = Promise.withResolvers<void>();
  // No delivery gets a response before all five have arrived.
  const { sandbox, stripe, merchant } = await startBoth(async (delivery) => {
    if (delivery === 4) respond();
    await allArrived;
    return 200;
  });
  sandbox.webhooks.duplicate(5);
  sandbox.webhooks.parallel(5);
  await stripe.customers.create({});
  await sandbox.webhooks.flush();
  expect(new Set(merchant.received.map(({ event }) => event.id)).size).toBe(1);
  expect(merchant.received).toHaveLength(5);
  sandbox.webhooks.resend(merchant.received[0]!.event.id);
  await sandbox.webhooks.flush();
  expect(merchant.received).toHaveLength(6);
});

it('delivers pending events after a restart', async () => {
  const merchant = await startWebhookReceiver(SECRET);
  let url: string | null = null;
  const webhook = { url: () => url, secret: SECRET };
  const before = await startSandbox({ webhook });
  await before.stripe.customers.create({ name: 'early' });
  await before.sandbox.webhooks.flush();
  await before.sandbox.close();
  expect(merchant.received).toEqual([]);

  url = merchant.url;
  const after = await startSandbox({ webhook, journalFile: before.journalFile });
  await after.sandbox.webhooks.flush();
  expect(merchant.types()).toEqual(['customer.created']);
  await after.sandbox.close();
  const last = await startSandbox({ webhook, journalFile: before.journalFile });
  await last.sandbox.webhooks.flush();
  expect(merchant.received).toHaveLength(1);
});

it('lists events by type, newest first', async () => {
  const { stripe } = await startSandbox();
  await stripe.paymentIntents.create(offSession(await saveCard(stripe)));
  const charges = await stripe.events.list({ type: 'charge.*' });
  expect(charges.data.map(({ type }) => type)).toEqual(['charge.succeeded']);
  const two = await stripe.events.list({
    types: ['customer.created', 'payment_intent.succeeded'],
    created: { gte: 1795176000 },
  });
  expect(two.data.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'customer.created']);
});
