import { blocksRefunds } from './disputes.ts';
import { type Endpoint, idIn } from './endpoints.ts';
import { invalidRequest, noSuch } from './errors.ts';
import type { Form } from './form.ts';
import { newId } from './ids.ts';
import { listObject, parseCreatedRange, parsePage } from './lists.ts';
import { chargeOf, paymentIntentOf } from './lookup.ts';
import type { Charge, Refund } from './objects.ts';
import type { UnitOfWork } from './work.ts';

export const refundEndpoints: Endpoint[] = [
  {
    method: 'post',
    path: '/v1/refunds',
    parse: (form) => {
      const fields = parseRefund(form);
      return (work) => createRefund(work, fields);
    },
  },
  {
    method: 'get',
    path: '/v1/refunds',
    parse: (form) => {
      const charge = form.text('charge');
      const payment_intent = form.text('payment_intent');
      const isInCreatedRange = parseCreatedRange(form);
      const page = parsePage(form);
      return (work) => {
        const refunds = work
          .list('refunds')
          .filter((refund) => !charge || refund.charge === charge)
          .filter((refund) => !payment_intent || refund.payment_intent === payment_intent)
          .filter((refund) => isInCreatedRange(refund.created));
        return listObject('/v1/refunds', refunds, page);
      };
    },
  },
  {
    method: 'get',
    path: '/v1/refunds/:id',
    parse: (_form, ids) => (work) => work.find('refunds', idIn(ids)) ?? throwMissingRefund(idIn(ids)),
  },
  // Test helper: fails a refund, as a bank can do days later.
  {
    method: 'post',
    path: '/v1/test_helpers/refunds/:id/fail',
    parse: (_form, ids) => (work) => failRefund(work, idIn(ids)),
  },
];

const throwMissingRefund = (id: string): never => {
  throw noSuch('refund', id);
};

type Fields = ReturnType<typeof parseRefund>;

function parseRefund(form: Form) {
  const fields = {
    amount: form.integer('amount', { min: 1 }),
    charge: form.text('charge'),
    metadata: form.metadata(),
    payment_intent: form.text('payment_intent'),
    reason: form.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
  };
  form.ignore('refund_application_fee', 'reverse_transfer', 'instructions_email');
  if (!fields.charge && !fields.payment_intent)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.');
  return fields;
}

function createRefund(work: UnitOfWork, fields: Fields) {
  const charge = chargeToRefund(work, fields);
  const remaining = charge.amount_captured - charge.amount_refunded;
  const amount = fields.amount ?? remaining;
  if (work.list('disputes').some((dispute) => dispute.charge === charge.id && blocksRefunds(dispute)))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
      charge: charge.id,
    });
  if (remaining === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
      charge: charge.id,
    });
  if (amount > remaining)
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(remaining)})`,
      {
        param: 'amount',
      },
    );
  return recordRefund(work, charge, { ...fields, amount });
}

function chargeToRefund(work: UnitOfWork, { charge, payment_intent }: Fields): Charge {
  const id = charge ?? paymentIntentOf(work, payment_intent!, 'payment_intent').latest_charge;
  const refundable = id ? chargeOf(work, id, 'charge') : undefined;
  if (refundable?.status === 'succeeded') return refundable;
  throw invalidRequest(
    payment_intent
      ? `This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`
      : `Charge ${charge} has not succeeded and cannot be refunded.`,
    { code: 'charge_not_refundable' },
  );
}

function recordRefund(
  work: UnitOfWork,
  charge: Charge,
  { amount, metadata, reason }: { amount: number } & Pick<Fields, 'metadata' | 'reason'>,
) {
  const newRefund: Refund = {
    id: newId('re_'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: work.created,
    currency: charge.currency,
    customer: charge.customer,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    status: 'succeeded',
  };
  const amount_refunded = charge.amount_refunded + amount;
  const refunded: Charge = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount_captured };
  work.put('refunds', newRefund);
  work.put('charges', refunded);
  work.emit('refund.created', newRefund);
  work.emit('charge.refunded', refunded, { amount_refunded: charge.amount_refunded, refunded: charge.refunded });
  return newRefund;
}

function failRefund(work: UnitOfWork, id: string) {
  const refund = work.find('refunds', id) ?? throwMissingRefund(id);
  if (refund.status !== 'succeeded') throw invalidRequest(`Refund ${id} has already failed.`);
  const charge = chargeOf(work, refund.charge);
  work.put('charges', { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  const failed = work.put('refunds', { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' });
  work.emit('refund.updated', failed);
  work.emit('refund.failed', failed);
  return failed;
}

const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
