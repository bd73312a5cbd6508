/** Disputes, and the control that raises one: `POST /v1/test_helpers/charges/{id}/dispute`. */
import { type Endpoint, idIn } from './endpoints.ts';
import { noSuch, refused } from './errors.ts';
import { newId } from './ids.ts';
import { chargeOf } from './lookup.ts';
import type { Dispute } from './objects.ts';
import type { Work } from './work.ts';

const DAYS_TO_ANSWER = 9;
const DAY_SECONDS = 86_400;

export const disputeEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/v1/disputes/:id',
    read: (_form, ids) => (work) => work.find('disputes', idIn(ids)) ?? missingDispute(idIn(ids)),
  },
  {
    method: 'post',
    path: '/v1/test_helpers/charges/:id/dispute',
    read: (form, ids) => {
      const reason = form.text('reason') || 'fraudulent';
      return (work) => raiseDispute(work, idIn(ids), reason);
    },
  },
];

const missingDispute = (id: string): never => {
  throw noSuch('dispute', id);
};

function raiseDispute(work: Work, id: string, reason: string) {
  const charge = chargeOf(work, id);
  if (charge.status !== 'succeeded' || charge.disputed) throw refused(`Charge ${id} cannot be disputed.`);
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
      due_by: work.created + DAYS_TO_ANSWER * DAY_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  };
  work.put('charges', { ...charge, disputed: true });
  work.put('disputes', dispute);
  work.emit('charge.dispute.created', dispute);
  return dispute;
}
