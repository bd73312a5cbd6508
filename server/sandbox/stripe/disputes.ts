/**
 * Disputes and their test controls:
 * - `POST /v1/test_helpers/charges/{id}/dispute` opens a dispute; with `inquiry`, only an inquiry; with `prevented`, a
 *   dispute that Stripe has already prevented.
 * - `POST /v1/test_helpers/disputes/{id}/update` changes its `amount`. `submit` submits evidence, and `escalate` turns
 *   an inquiry into a dispute.
 * - `POST /v1/test_helpers/disputes/{id}/close` closes it with an `outcome` (ignored for an inquiry) and optionally a
 *   different `amount`.
 */
import { type Endpoint, idIn } from './endpoints.ts';
import { invalidRequest, noSuch } from './errors.ts';
import { newId } from './ids.ts';
import { chargeOf } from './lookup.ts';
import type { Dispute } from './objects.ts';
import type { UnitOfWork } from './work.ts';

const DAYS_TO_RESPOND = 9;
const DAY_SECONDS = 86_400;

export const disputeEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/v1/disputes/:id',
    parse: (_form, ids) => (work) => work.find('disputes', idIn(ids)) ?? throwMissingDispute(idIn(ids)),
  },
  {
    method: 'post',
    path: '/v1/test_helpers/charges/:id/dispute',
    parse: (form, ids) => {
      const reason = form.text('reason') || 'fraudulent';
      const inquiry = form.flag('inquiry') ?? false;
      const prevented = form.flag('prevented') ?? false;
      return (work) => createDispute(work, idIn(ids), { reason, inquiry, prevented });
    },
  },
  {
    method: 'post',
    path: '/v1/test_helpers/disputes/:id/update',
    parse: (form, ids) => {
      const amount = form.integer('amount', { min: 1 });
      const escalate = form.flag('escalate') ?? false;
      const submit = form.flag('submit') ?? false;
      return (work) => updateDispute(work, idIn(ids), { amount, escalate, submit });
    },
  },
  {
    method: 'post',
    path: '/v1/test_helpers/disputes/:id/close',
    parse: (form, ids) => {
      const outcome = form.oneOf('outcome', ['won', 'lost']) ?? 'lost';
      const amount = form.integer('amount', { min: 1 });
      return (work) => closeDispute(work, idIn(ids), { outcome, amount });
    },
  },
];

/** True while a dispute is open or lost, when the merchant can't refund the money. An inquiry doesn't block refunds. */
export const blocksRefunds = ({ status }: Dispute) => ['needs_response', 'under_review', 'lost'].includes(status);

const throwMissingDispute = (id: string): never => {
  throw noSuch('dispute', id);
};

type Opening = { reason: string; inquiry: boolean; prevented: boolean };

function createDispute(work: UnitOfWork, id: string, { reason, inquiry, prevented }: Opening) {
  const charge = chargeOf(work, id);
  if (charge.status !== 'succeeded' || charge.disputed) throw invalidRequest(`Charge ${id} cannot be disputed.`);
  const dispute: Dispute = {
    id: newId('du_'),
    object: 'dispute',
    amount: charge.amount_captured - charge.amount_refunded,
    balance_transactions: [],
    charge: id,
    created: work.created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: work.created + DAYS_TO_RESPOND * DAY_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: prevented ? 'prevented' : inquiry ? 'warning_needs_response' : 'needs_response',
  };
  work.put('charges', { ...charge, disputed: true });
  work.put('disputes', dispute);
  work.emit('charge.dispute.created', dispute);
  if (prevented) work.emit('charge.dispute.closed', dispute);
  else if (!inquiry) work.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

function findOpenDispute(work: UnitOfWork, id: string) {
  const dispute = work.find('disputes', id) ?? throwMissingDispute(id);
  if (!/(needs_response|under_review)$/.test(dispute.status)) throw invalidRequest(`Dispute ${id} is closed.`);
  return { dispute, isInquiry: dispute.status.startsWith('warning_') };
}

type Update = { amount: number | undefined; escalate: boolean; submit: boolean };

function updateDispute(work: UnitOfWork, id: string, { amount, escalate, submit }: Update) {
  const { dispute, isInquiry } = findOpenDispute(work, id);
  const escalated = escalate ? { status: 'needs_response' as const, is_charge_refundable: false } : {};
  const submitted = submit ? ({ status: isInquiry ? 'warning_under_review' : 'under_review' } as const) : {};
  const updated = work.put('disputes', { ...dispute, amount: amount ?? dispute.amount, ...escalated, ...submitted });
  work.emit('charge.dispute.updated', updated);
  if (isInquiry && escalate) work.emit('charge.dispute.funds_withdrawn', updated);
  return updated;
}

type Closing = { outcome: 'won' | 'lost'; amount: number | undefined };

function closeDispute(work: UnitOfWork, id: string, { outcome, amount }: Closing) {
  const { dispute, isInquiry } = findOpenDispute(work, id);
  const status = isInquiry ? 'warning_closed' : outcome;
  const closed = work.put('disputes', { ...dispute, amount: amount ?? dispute.amount, status });
  if (!isInquiry && outcome === 'won') work.emit('charge.dispute.funds_reinstated', closed);
  work.emit('charge.dispute.closed', closed);
  return closed;
}
