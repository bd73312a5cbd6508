/** Customers and their cards at Stripe. */
import { randomUUID } from 'node:crypto';
import { externalCall } from '#server/platform/failpoints.ts';
import { idOf, isKeySpent, type StripeApi, type StripePaymentMethod } from './stripe.ts';

export type CardFacts = {
  payment_method_id: string;
  customer: string | null;
  fingerprint: string | null;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
};

/**
 * Creates the partner's customer. A call repeated within a day returns the same one, by its idempotency key. If the key
 * is spent, another customer is created, and an unused one may remain at Stripe.
 */
export async function createCustomer(api: StripeApi, { id, uid, name }: { id: number; uid: string; name: string }) {
  const create = (idempotencyKey: string) =>
    externalCall('stripe.create_customer', () =>
      api.customers.create({ email: uid, name, metadata: { partner_id: String(id) } }, { idempotencyKey }),
    );
  const key = `customer:${id}`;
  const customer = await create(key).catch((error) => {
    if (isKeySpent(error)) return create(`${key}:${randomUUID()}`);
    throw error;
  });
  return customer.id;
}

/** Creates a SetupIntent for a card that may later be charged off-session. */
export const createSetupIntent = (api: StripeApi, customer: string) =>
  externalCall('stripe.create_setup_intent', () =>
    api.setupIntents.create({ customer, usage: 'off_session', allowed_payment_method_types: ['card'] }),
  );

export const retrieveCard = async (api: StripeApi, id: string) =>
  cardFacts(await externalCall('stripe.retrieve_card', () => api.paymentMethods.retrieve(id)));

export const attachCard = async (api: StripeApi, id: string, customer: string) =>
  cardFacts(await externalCall('stripe.attach_card', () => api.paymentMethods.attach(id, { customer })));

export const detachCard = async (api: StripeApi, id: string) => {
  await externalCall('stripe.detach_card', () => api.paymentMethods.detach(id));
};

export const updateCard = async (api: StripeApi, id: string, expiry: { exp_month?: number; exp_year?: number }) =>
  cardFacts(await externalCall('stripe.update_card', () => api.paymentMethods.update(id, { card: expiry })));

function cardFacts(method: StripePaymentMethod): CardFacts {
  const { card, customer } = method;
  return {
    payment_method_id: method.id,
    customer: idOf(customer),
    fingerprint: card?.fingerprint ?? null,
    brand: card?.brand ?? 'card',
    last4: card?.last4 ?? '????',
    exp_month: card?.exp_month ?? 1,
    exp_year: card?.exp_year ?? 1970,
  };
}

/**
 * Erases the customer's name and email address. The customer remains, because its charges may still be refunded or
 * disputed.
 */
export const eraseCustomerDetails = async (api: StripeApi, customer: string) => {
  await externalCall('stripe.empty_customer', () => api.customers.update(customer, { name: '', email: '' }));
};

/** More cards, or setups of cards, than a customer can have in years. */
const MAX_LISTED = 10_000;

/** Ids of the customer's cards, newest first. */
export const cardsOfCustomer = async (api: StripeApi, customer: string): Promise<string[]> => {
  const cards = await externalCall('stripe.list_cards', () =>
    api.customers.listPaymentMethods(customer, { limit: 100 }).autoPagingToArray({ limit: MAX_LISTED }),
  );
  return cards.map(({ id }) => id);
};

/** Ids of the customer's card setups that its browser could still confirm. */
export const openSetupsOfCustomer = async (api: StripeApi, customer: string): Promise<string[]> => {
  const setups = await externalCall('stripe.list_setups', () =>
    api.setupIntents.list({ customer, limit: 100 }).autoPagingToArray({ limit: MAX_LISTED }),
  );
  return setups.filter(({ status }) => status !== 'succeeded' && status !== 'canceled').map(({ id }) => id);
};

export const cancelSetup = async (api: StripeApi, id: string) => {
  await externalCall('stripe.cancel_setup', () => api.setupIntents.cancel(id));
};
