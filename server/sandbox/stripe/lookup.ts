/** Finds an object by id, or refuses like Stripe: 404 for the id in the path, 400 for one in a parameter. */
import { cardNamed } from './cards.ts';
import { noSuch } from './errors.ts';
import type { Charge, Customer, PaymentIntent, PaymentMethod, SetupIntent } from './objects.ts';
import type { UnitOfWork } from './work.ts';

/** Treats deleted customers as missing. */
export function customerOf(work: UnitOfWork, id: string, param = 'id'): Customer {
  const customer = work.find('customers', id);
  if (!customer || 'deleted' in customer) throw noSuch('customer', id, param);
  return customer;
}

export function paymentMethodOf(work: UnitOfWork, id: string, param = 'id'): PaymentMethod {
  const paymentMethod = work.find('payment_methods', id);
  if (!paymentMethod) throw noSuch('PaymentMethod', id, param);
  return paymentMethod;
}

/** A payment method's facts that the API never shows, and its test card's behavior. */
export function vaultedCard(work: UnitOfWork, id: string) {
  const vaulted = work.find('vault', id)!;
  return { ...vaulted, behavior: cardNamed(vaulted.card) };
}

export function setupIntentOf(work: UnitOfWork, id: string): SetupIntent {
  const intent = work.find('setup_intents', id);
  if (!intent) throw noSuch('setupintent', id, 'intent');
  return intent;
}

export function paymentIntentOf(work: UnitOfWork, id: string, param = 'intent'): PaymentIntent {
  const intent = work.find('payment_intents', id);
  if (!intent) throw noSuch('payment_intent', id, param);
  return intent;
}

export function chargeOf(work: UnitOfWork, id: string, param = 'id'): Charge {
  const charge = work.find('charges', id);
  if (!charge) throw noSuch('charge', id, param);
  return charge;
}
