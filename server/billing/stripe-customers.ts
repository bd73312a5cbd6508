/** What Stripe is to forget of a customer. The customer itself stays: its charges may still be refunded or disputed. */
import { outside } from '#server/platform/failpoints.ts';
import type { Api } from './stripe.ts';

/** Empties name and address; again it changes nothing. */
export const emptyCustomer = async (api: Api, customer: string) => {
  await outside('stripe.empty_customer', () => api.customers.update(customer, { name: '', email: '' }));
};

/** The ids of its cards, the newest hundred. */
export const cardsOfCustomer = async (api: Api, customer: string): Promise<string[]> => {
  const { data } = await outside('stripe.list_cards', () => api.customers.listPaymentMethods(customer, { limit: 100 }));
  return data.map(({ id }) => id);
};
