import { attach, cardDeclinedAtAttach, detachOnRequest } from './attachments.ts';
import { type PaymentMethodInput, parseBillingDetails, parseExpiry, parsePaymentMethod } from './card-form.ts';
import { type Endpoint, idIn } from './endpoints.ts';
import { invalidRequest } from './errors.ts';
import { mergedMetadata } from './form.ts';
import { listObject, parsePage } from './lists.ts';
import { customerOf, paymentMethodOf } from './lookup.ts';
import { createPaymentMethod, resolvePaymentMethod, validateExpiry } from './new-payment-method.ts';
import type { UnitOfWork } from './work.ts';

export const paymentMethodEndpoints: Endpoint[] = [
  {
    method: 'post',
    path: '/v1/payment_methods',
    allowsBrowser: true,
    parse: (form) => {
      const input = parsePaymentMethod(form);
      return (work) => createPaymentMethod(work, input);
    },
  },
  {
    method: 'get',
    path: '/v1/payment_methods',
    parse: (form) => {
      const customer = form.text('customer');
      form.oneOf('type', ['card']);
      const page = parsePage(form);
      return (work) => {
        const methods = work.list('payment_methods').filter((method) => customer && method.customer === customer);
        return listObject('/v1/payment_methods', methods, page);
      };
    },
  },
  {
    method: 'get',
    path: '/v1/payment_methods/:id',
    parse: (_form, ids) => (work) => resolvePaymentMethod(work, idIn(ids), 'id'),
  },
  {
    method: 'post',
    path: '/v1/payment_methods/:id',
    parse: (form, ids) => {
      const metadata = form.metadata();
      const billing_details = parseBillingDetails(form);
      const card = parseExpiry(form);
      return (work) => updatePaymentMethod(work, idIn(ids), { metadata, billing_details, card });
    },
  },
  {
    method: 'post',
    path: '/v1/payment_methods/:id/attach',
    parse: (form, ids) => {
      const customer = form.required('customer');
      return (work) => attachOnRequest(work, idIn(ids), customer);
    },
  },
  {
    method: 'post',
    path: '/v1/payment_methods/:id/detach',
    parse: (_form, ids) => (work) => detachOnRequest(work, idIn(ids)),
  },
];

function updatePaymentMethod(
  work: UnitOfWork,
  id: string,
  { metadata, billing_details, card }: Partial<PaymentMethodInput>,
) {
  const before = paymentMethodOf(work, id);
  if (!before.customer)
    throw invalidRequest('You must save this PaymentMethod to a customer before you can update it.');
  const after = work.put('payment_methods', {
    ...before,
    card: card ? { ...before.card, ...validateExpiry(work, { ...before.card, ...card }) } : before.card,
    billing_details: { ...before.billing_details, ...billing_details },
    metadata: mergedMetadata(before.metadata, metadata),
  });
  work.emit('payment_method.updated', after);
  return after;
}

function attachOnRequest(work: UnitOfWork, id: string, customer: string) {
  customerOf(work, customer, 'customer');
  const refusal = cardDeclinedAtAttach(work, id);
  if (refusal) throw refusal;
  return attach(work, resolvePaymentMethod(work, id, 'id'), customer);
}
