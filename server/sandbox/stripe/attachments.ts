/** Attaches payment methods to customers, and detaches them. */
import { cardNamed, cardNameOfToken, refusalAtAttach } from './cards.ts';
import { cardFailure, invalidRequest } from './errors.ts';
import { paymentMethodOf, vaultedCard } from './lookup.ts';
import type { Customer, PaymentMethod } from './objects.ts';
import type { UnitOfWork } from './work.ts';

/** The error if the bank declines the card as it is saved; otherwise undefined. */
export function cardDeclinedAtAttach(work: UnitOfWork, id: string) {
  const name = cardNameOfToken(id) ?? work.find('vault', id)?.card;
  const refusal = name && refusalAtAttach(cardNamed(name));
  return refusal && cardFailure({ ...refusal });
}

export function attach(work: UnitOfWork, paymentMethod: PaymentMethod, customer: string): PaymentMethod {
  if (paymentMethod.customer === customer) return paymentMethod;
  if (paymentMethod.customer)
    throw invalidRequest('The payment method you provided has already been attached to a customer.');
  if (vaultedCard(work, paymentMethod.id).spent) throw spentError();
  const attached = work.put('payment_methods', {
    ...paymentMethod,
    customer,
    card: { ...paymentMethod.card, checks: { ...paymentMethod.card.checks, cvc_check: 'pass' } },
  });
  work.emit('payment_method.attached', attached);
  return attached;
}

export const spentError = () =>
  invalidRequest(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { param: 'payment_method' },
  );

export function detachOnRequest(work: UnitOfWork, id: string) {
  const paymentMethod = paymentMethodOf(work, id);
  if (!paymentMethod.customer)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.');
  const customer = work.find('customers', paymentMethod.customer);
  const detached = detach(work, paymentMethod);
  if (customer && !('deleted' in customer)) clearDefault(work, customer, id);
  return detached;
}

function detach(work: UnitOfWork, paymentMethod: PaymentMethod) {
  const detached = work.put('payment_methods', { ...paymentMethod, customer: null });
  updateVault(work, paymentMethod.id, { spent: true });
  work.emit('payment_method.detached', detached, { customer: paymentMethod.customer });
  return detached;
}

function clearDefault(work: UnitOfWork, customer: Customer, id: string) {
  if (customer.invoice_settings.default_payment_method !== id) return;
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: null };
  const updated = { ...customer, invoice_settings };
  work.put('customers', updated);
  work.emit('customer.updated', updated, { invoice_settings: customer.invoice_settings });
}

export function detachAllOf(work: UnitOfWork, customer: string) {
  for (const paymentMethod of work.list('payment_methods'))
    if (paymentMethod.customer === customer) detach(work, paymentMethod);
}

/** Stores facts that the API never shows. */
export function updateVault(work: UnitOfWork, id: string, facts: { set_up?: boolean; spent?: boolean }) {
  work.put('vault', { ...work.find('vault', id)!, ...facts });
}
