import type { Decline } from './cards.ts';
import { type Endpoint, idIn } from './endpoints.ts';
import { newId } from './ids.ts';
import { listObject, readCreated, readPage } from './lists.ts';
import { chargeOf } from './lookup.ts';
import type { Charge, PaymentIntent, PaymentMethod } from './objects.ts';
import type { Work } from './work.ts';

export const chargeEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/v1/charges',
    read: (form) => {
      const customer = form.text('customer');
      const payment_intent = form.text('payment_intent');
      const created = readCreated(form);
      const page = readPage(form);
      return (work) => {
        const found = work
          .list('charges')
          .filter((one) => !customer || one.customer === customer)
          .filter((one) => !payment_intent || one.payment_intent === payment_intent)
          .filter((one) => created(one.created));
        return listObject('/v1/charges', found, page);
      };
    },
  },
  { method: 'get', path: '/v1/charges/:id', read: (_form, ids) => (work) => chargeOf(work, idIn(ids)) },
];

export const succeededCharge = (work: Work, intent: PaymentIntent, paymentMethod: PaymentMethod): Charge => ({
  ...chargeFor(work, intent, paymentMethod),
  amount_captured: intent.amount,
  captured: true,
  outcome: {
    network_status: 'approved_by_network',
    reason: null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: 'Payment complete.',
    type: 'authorized',
  },
  paid: true,
  status: 'succeeded',
});

export const failedCharge = (
  work: Work,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  decline: Decline,
): Charge => ({
  ...chargeFor(work, intent, paymentMethod),
  failure_code: decline.code,
  failure_message: decline.message,
  outcome: outcomeOf(decline),
});

const outcomeOf = ({ code, decline_code }: Decline) =>
  decline_code === 'fraudulent'
    ? {
        network_status: 'not_sent_to_network',
        reason: 'highest_risk_level',
        risk_level: 'highest',
        risk_score: 92,
        seller_message: 'Stripe blocked this payment as too risky.',
        type: 'blocked',
      }
    : {
        network_status: 'declined_by_network',
        reason: decline_code ?? code,
        risk_level: 'normal',
        risk_score: 20,
        seller_message: 'The bank did not return any further details with this decline.',
        type: 'issuer_declined',
      };

function chargeFor(work: Work, intent: PaymentIntent, { id, billing_details, card }: PaymentMethod): Charge {
  return {
    id: newId('ch_'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details,
    captured: false,
    created: work.created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: {},
    paid: false,
    payment_intent: intent.id,
    payment_method: id,
    payment_method_details: { type: 'card', card: { ...cardShown(card), amount_authorized: intent.amount } },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'failed',
  };
}

const cardShown = ({
  brand,
  checks,
  country,
  exp_month,
  exp_year,
  fingerprint,
  funding,
  last4,
}: PaymentMethod['card']) => ({
  brand,
  checks,
  country,
  exp_month,
  exp_year,
  fingerprint,
  funding,
  last4,
  network: brand,
  three_d_secure: null,
  wallet: null,
});
