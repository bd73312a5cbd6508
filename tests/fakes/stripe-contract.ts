/**
 * Stripe behavior that Deckle relies on, as one contract for the fake and the real test mode. The tests share no
 * customer and move no real money.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStripe } from '#server/billing/stripe.ts';

type Api = ReturnType<typeof createStripe>;
type Connection = { api: Api; close(): Promise<void> };
type Failure = {
  type: string;
  code?: string;
  decline_code?: string;
  statusCode?: number;
  payment_intent?: { id: string };
};

const TIMEOUT_MS = 60_000;

export function stripeContract(name: string, connect: () => Promise<Connection>) {
  describe(`${name} fulfills the contract:`, { timeout: TIMEOUT_MS }, () => {
    let connection: Connection;
    let api: Api;
    beforeAll(async () => {
      connection = await connect();
      api = connection.api;
    });
    afterAll(() => connection.close());

    const createCard = async (token: string) => {
      const customer = await api.customers.create({ name: 'Ada Quill', metadata: { partner_id: '7' } });
      const card = await api.paymentMethods.attach(token, { customer: customer.id });
      return { customer: customer.id, payment_method: card.id };
    };
    const charge = (card: { customer: string; payment_method: string }, idempotencyKey = randomUUID(), amount = 1250) =>
      api.paymentIntents.create(
        {
          ...card,
          amount,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          off_session: true,
          confirm: true,
          description: 'Deckle promotion 17',
          metadata: { promotion_id: '17', attempt_id: '3' },
        },
        { idempotencyKey },
      );
    const failureOf = async (call: Promise<unknown>) => {
      const failure = await call.then(
        () => null,
        (error: Failure) => error,
      );
      if (!failure) throw new Error('the call was expected to be refused');
      const { type, code, decline_code, statusCode } = failure;
      return { type, code, decline_code, statusCode, payment_intent: failure.payment_intent?.id };
    };

    it('an idempotency key that is used twice creates one customer', async () => {
      const idempotencyKey = randomUUID();
      const create = () => api.customers.create({ name: 'Ada Quill' }, { idempotencyKey });
      expect((await create()).id).toBe((await create()).id);
    });

    it('a card is attached, identified by brand, digits, and fingerprint, changed, and detached', async () => {
      const { customer, payment_method } = await createCard('pm_card_visa');
      const card = await api.paymentMethods.retrieve(payment_method);
      expect(card).toMatchObject({
        customer,
        card: { brand: 'visa', last4: '4242', fingerprint: expect.any(String) },
      });
      const changed = await api.paymentMethods.update(payment_method, { card: { exp_month: 11, exp_year: 2035 } });
      expect(changed.card).toMatchObject({ exp_month: 11, exp_year: 2035 });
      expect((await api.paymentMethods.detach(payment_method)).customer).toBeNull();
    });

    it('a customer remains after name, email, and cards are removed', async () => {
      const { customer, payment_method } = await createCard('pm_card_visa');
      await api.customers.update(customer, { name: 'Ada Quill', email: 'ada@example.test' });
      for (let repeat = 0; repeat < 2; repeat++) await api.customers.update(customer, { name: '', email: '' });
      const cards = async () => (await api.customers.listPaymentMethods(customer, { limit: 100 })).data;
      expect((await cards()).map(({ id }) => id)).toEqual([payment_method]);
      await api.paymentMethods.detach(payment_method);
      expect(await cards()).toEqual([]);
      const remaining = await api.customers.retrieve(customer);
      expect(remaining).toMatchObject({ name: null, email: null, metadata: { partner_id: '7' } });
    });

    it("a card that its bank refuses can't be attached", async () => {
      const { id: customer } = await api.customers.create({});
      const refused = await failureOf(api.paymentMethods.attach('pm_card_chargeDeclined', { customer }));
      expect(refused).toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 });
    });

    it('a setup intent for off-session charges has a client secret for the browser', async () => {
      const { id: customer } = await api.customers.create({});
      const params = { customer, usage: 'off_session', allowed_payment_method_types: ['card'] } as const;
      const intent = await api.setupIntents.create({ ...params, allowed_payment_method_types: ['card'] });
      expect(intent).toMatchObject({
        status: 'requires_payment_method',
        client_secret: expect.stringContaining(intent.id),
      });
    });

    it("a canceled setup intent is listed, and can't be confirmed or canceled again", async () => {
      const { id: customer } = await api.customers.create({});
      const { id } = await api.setupIntents.create({ customer, allowed_payment_method_types: ['card'] });
      await api.setupIntents.cancel(id);
      const { data } = await api.setupIntents.list({ customer, limit: 100 });
      expect(data.map((intent) => [intent.id, intent.status])).toEqual([[id, 'canceled']]);
      const refusal = { code: 'setup_intent_unexpected_state', statusCode: 400 };
      const confirmation = api.setupIntents.confirm(id, { payment_method: 'pm_card_visa' });
      expect(await failureOf(confirmation)).toMatchObject(refusal);
      expect(await failureOf(api.setupIntents.cancel(id))).toMatchObject(refusal);
    });

    it('an off-session charge succeeds immediately, once per idempotency key', async () => {
      const card = await createCard('pm_card_visa');
      const key = randomUUID();
      const [first, again] = [await charge(card, key), await charge(card, key)];
      expect(first).toMatchObject({
        status: 'succeeded',
        amount_received: 1250,
        latest_charge: expect.stringMatching(/^(ch|py)_/),
      });
      expect(again.id).toBe(first.id);
      expect((await api.charges.list({ customer: card.customer })).data).toHaveLength(1);
      const other = await failureOf(charge(card, key, 1300));
      expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    });

    it("a charge has its payment's metadata, and payments are found by customer", async () => {
      const card = await createCard('pm_card_visa');
      const intent = await charge(card);
      const storedCharge = await api.charges.retrieve(String(intent.latest_charge));
      expect(storedCharge).toMatchObject({ metadata: { attempt_id: '3' }, amount_captured: 1250, status: 'succeeded' });
      const { data } = await api.paymentIntents.list({ customer: card.customer, limit: 100 });
      expect(data.map(({ id, metadata }) => [id, metadata.attempt_id])).toEqual([[intent.id, '3']]);
    });

    it.each([
      ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
      ['pm_card_radarBlock', 'card_declined', 'fraudulent'],
      ['pm_card_authenticationRequired', 'authentication_required', 'authentication_required'],
    ])('a charge of %s is refused as %s', async (token, code, decline_code) => {
      const refused = await failureOf(charge(await createCard(token)));
      expect(refused).toMatchObject({ type: 'StripeCardError', code, decline_code, statusCode: 402 });
      const intent = await api.paymentIntents.retrieve(refused.payment_intent!);
      expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } });
    });

    it("confirming a refused off-session payment redirects its owner to the bank's page", async () => {
      const card = await createCard('pm_card_authenticationRequired');
      const { payment_intent } = await failureOf(charge(card));
      const { payment_method } = card;
      const unconfirmed = await api.paymentIntents.confirm(payment_intent!, {
        payment_method,
        return_url: 'https://deckle.test/',
      });
      expect(unconfirmed).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    });

    it('refunds can be partial, once per idempotency key, and never exceed the charge', async () => {
      const intent = await charge(await createCard('pm_card_visa'));
      const charged = String(intent.latest_charge);
      const idempotencyKey = randomUUID();
      const refund = (amount: number, key = randomUUID()) =>
        api.refunds.create({ charge: charged, amount, metadata: { refund_id: '5' } }, { idempotencyKey: key });
      const part = await refund(250, idempotencyKey);
      expect(part).toMatchObject({ status: 'succeeded', amount: 250, charge: charged, metadata: { refund_id: '5' } });
      expect((await refund(250, idempotencyKey)).id).toBe(part.id);
      expect(await failureOf(refund(1001))).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
      await refund(1000);
      expect(await failureOf(refund(1))).toMatchObject({ code: 'charge_already_refunded' });
      const { data } = await api.refunds.list({ charge: charged, limit: 100 });
      expect(data.map(({ amount }) => amount).sort()).toEqual([1000, 250]);
      expect(await api.charges.retrieve(charged)).toMatchObject({ refunded: true, amount_refunded: 1250 });
    });

    it('charges are listed by time, and so are their events soon afterwards', async () => {
      const intent = await charge(await createCard('pm_card_visa'));
      const { created } = intent;
      const charges = await api.charges.list({ created: { gte: created }, limit: 100 });
      expect(charges.data.map(({ id }) => id)).toContain(String(intent.latest_charge));
      const types = ['payment_intent.succeeded', 'charge.refunded'];
      const hasEvent = async () => {
        const { data } = await api.events.list({ created: { gte: created }, types, limit: 100 });
        return data.some(({ data: { object } }) => 'id' in object && object.id === intent.id);
      };
      await expect.poll(hasEvent, { timeout: 30_000, interval: 500 }).toBe(true);
    });

    it('an unknown object is reported as missing', async () => {
      expect(await failureOf(api.charges.retrieve('ch_unknown'))).toMatchObject({
        type: 'StripeInvalidRequestError',
        code: 'resource_missing',
        statusCode: 404,
      });
    });
  });
}

/** Connects to Stripe's test mode. */
export const testMode = (secretKey: string) => async (): Promise<Connection> => ({
  api: createStripe(secretKey),
  close: async () => {},
});
