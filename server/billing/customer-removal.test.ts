/** Erasure of a closed account's payment data, at Stripe and here. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setFailpointHook } from '#server/platform/failpoints.ts';
import { lockBookings } from '#server/promotions/transition.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import { createPartner, PASSWORD, type PartnerClient } from '#server/testing/factories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const rowOf = ({ id }: PartnerClient) =>
  server.deps.db.partner.findUniqueOrThrow({ where: { id }, include: { credit_cards: true } });
const customerOf = async (partner: PartnerClient) => (await rowOf(partner)).stripe_customer_id!;
async function readCustomer(customer: string) {
  const { customers } = server.deps.stripe.api;
  const stored = await customers.retrieve(customer);
  if (stored.deleted) throw new Error('the customer is gone');
  const { name, email, metadata } = stored;
  const cards = (await customers.listPaymentMethods(customer)).data.map(({ card }) => card!.last4);
  return { name, email, metadata, cards };
}
const close = (partner: PartnerClient) =>
  partner.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);

it('leaves a Stripe customer without a name, an email address, or cards', async () => {
  const partner = await createPartner(server);
  await partner.post('/credit_cards').send({ payment_method_id: 'pm_card_mastercard' }).expect(201);
  await server.deps.db.partner.update({
    where: { id: partner.id },
    data: { country: 'CA', utm_source: 'a-friend-of-ada', subscribe_me: true },
  });
  const customer = await customerOf(partner);
  expect(await readCustomer(customer)).toMatchObject({ email: partner.email, cards: ['4444', '4242'] });
  await close(partner);
  await server.settle();

  const metadata = { partner_id: String(partner.id) };
  expect(await readCustomer(customer)).toEqual({ name: null, email: null, metadata, cards: [] });
  const { country, utm_source, subscribe_me, credit_cards } = await rowOf(partner);
  expect([country, utm_source, subscribe_me]).toEqual([null, null, false]);
  expect(credit_cards.map(({ fingerprint, is_default }) => [fingerprint, is_default])).toEqual([
    [null, false],
    [null, false],
  ]);
  expect(credit_cards.every(({ removed_at }) => removed_at !== null)).toBe(true);
});

it('empties the customer once Stripe is reachable again, and can safely be repeated', async () => {
  const partner = await createPartner(server);
  const customer = await customerOf(partner);
  server.stripe.faults.add({ match: { path: '/v1/customers/*' }, kind: 'status_500_before', times: 1 });
  await close(partner);
  await server.settle();
  expect(await readCustomer(customer)).toMatchObject({ email: partner.email });
  const retryJob = "update pgboss.job set state = 'retry', start_after = now() where name = 'billing.forget_customer'";
  for (let time = 0; time < 2; time++) {
    await server.deps.pool.query(retryJob);
    await server.settle();
    expect(await readCustomer(customer)).toMatchObject({ name: null, email: null, cards: [] });
  }
});

it('detaches the other cards if Stripe no longer knows one', async () => {
  const partner = await createPartner(server);
  await partner.post('/credit_cards').send({ payment_method_id: 'pm_card_mastercard' }).expect(201);
  const customer = await customerOf(partner);
  const { paymentMethods } = server.deps.stripe.api;
  let calls = 0;
  setFailpointHook(async (name) => {
    if (name === 'stripe.detach_card.before' && ++calls === 1) await paymentMethods.retrieve('pm_gone');
  });
  await close(partner);
  await server.settle();
  setFailpointHook(null);
  expect(calls).toBe(2);
  expect(await readCustomer(customer)).toMatchObject({ cards: ['4444'] });
});

it('detaches all cards of a customer with more than 100', async () => {
  const partner = await createPartner(server);
  const customer = await customerOf(partner);
  const { paymentMethods, customers } = server.deps.stripe.api;
  for (let time = 0; time < 100; time++) await paymentMethods.attach('pm_card_visa', { customer });
  await close(partner);
  await server.settle();
  expect((await customers.listPaymentMethods(customer)).data).toEqual([]);
});

it('refuses and detaches a card that is added while the account is being closed', async () => {
  const partner = await createPartner(server);
  const customer = await customerOf(partner);
  let isClosed = false;
  setFailpointHook(async (name) => {
    if (name !== 'stripe.attach_card.after' || isClosed) return;
    isClosed = true;
    await close(partner);
    await server.settle();
  });
  await partner.post('/credit_cards').send({ payment_method_id: 'pm_card_mastercard' }).expect(401);
  setFailpointHook(null);
  expect(isClosed).toBe(true);
  await server.settle();
  expect(await readCustomer(customer)).toMatchObject({ cards: [] });
  expect((await rowOf(partner)).credit_cards.map(({ last4 }) => last4)).toEqual(['4242']);
});

describe('a setup during the closing of the account', () => {
  /** Starts a setup. `closing` runs after one of its calls to Stripe. */
  async function setUp(partner: PartnerClient, call: string, closing: () => Promise<unknown>) {
    let isClosed = false;
    setFailpointHook(async (name) => {
      if (name !== `stripe.${call}.after` || isClosed) return;
      isClosed = true;
      await closing();
    });
    const { status, body } = await partner.post('/stripe/setup_intent');
    setFailpointHook(null);
    expect(isClosed).toBe(true);
    return { status, body };
  }

  it('is refused, and the customer created for it is emptied', async () => {
    const partner = await createPartner(server, { card: null });
    const { status, body } = await setUp(partner, 'create_customer', () => close(partner));
    expect([status, body.client_secret]).toEqual([401, undefined]);
    await server.settle();
    expect(await readCustomer(await customerOf(partner))).toMatchObject({ name: null, email: null });
  });

  it('is refused if Stripe created it before the closing', async () => {
    const partner = await createPartner(server, { card: null });
    const { status, body } = await setUp(partner, 'create_setup_intent', () => close(partner));
    expect([status, body.client_secret]).toEqual([401, undefined]);
    await server.settle();
    expect(await readCustomer(await customerOf(partner))).toMatchObject({ name: null, email: null });
  });

  it('waits for a closing that has not committed', async () => {
    const partner = await createPartner(server);
    let commit = Promise.resolve();
    const { status } = await setUp(partner, 'create_setup_intent', async () => {
      const locked = Promise.withResolvers<void>();
      commit = server.deps.db.$transaction(async (tx) => {
        await lockBookings(tx, partner.id);
        locked.resolve();
        await expect.poll(() => countLockWaits(server.deps)).toBe(1);
        await tx.partner.update({ where: { id: partner.id }, data: { deleted_at: server.deps.now() } });
      });
      await locked.promise;
    });
    await commit;
    expect(status).toBe(401);
  });

  it('starts if the closing comes after it, and then can’t be confirmed', async () => {
    const partner = await createPartner(server, { card: null });
    const { body } = await partner.post('/stripe/setup_intent').expect(200);
    expect(body.client_secret).toMatch(/^seti_/);
    await close(partner);
    await server.settle();
    const [setup] = body.client_secret.split('_secret_');
    const { setupIntents } = server.deps.stripe.api;
    expect((await setupIntents.retrieve(setup)).status).toBe('canceled');
    await expect(setupIntents.confirm(setup, { payment_method: 'pm_card_visa' })).rejects.toThrow('canceled');
    expect(await readCustomer(await customerOf(partner))).toMatchObject({ name: null, email: null });
    await partner.post('/stripe/setup_intent').expect(401);
  });
});

it('queues no removal at Stripe for a partner without a customer there', async () => {
  const partner = await createPartner(server, { card: null });
  await close(partner);
  const { rows } = await server.deps.pool.query(
    "select from pgboss.job where name = 'billing.forget_customer' and data->>'partner_id' = $1",
    [String(partner.id)],
  );
  expect(rows).toEqual([]);
});

it('keeps the fingerprint of a card only if its partner got a welcome credit or referred others', async () => {
  const [welcomed, referrer, referred] = await Promise.all([1, 2, 3].map(() => createPartner(server)));
  const welcome = { kind: 'welcome', amount_cents: 1000, available_at: server.deps.now() };
  await server.deps.db.referralEntry.create({
    data: { ...welcome, partner_id: welcomed!.id, referred_id: welcomed!.id },
  });
  await server.deps.db.partner.update({ where: { id: referred!.id }, data: { referrer_id: referrer!.id } });
  for (const partner of [welcomed!, referrer!]) {
    await close(partner);
    expect((await rowOf(partner)).credit_cards.map(({ fingerprint }) => fingerprint)).toEqual([expect.any(String)]);
  }
  await close(referred!);
  expect((await rowOf(referred!)).credit_cards[0]!.fingerprint).toBeNull();
});
