import type { CardDecline } from './cards.ts';
import { type Endpoint, idIn } from './endpoints.ts';
import { newId } from './ids.ts';
import { listObject, parseCreatedRange, parsePage } from './lists.ts';
import { chargeOf, paymentMethodOf } from './lookup.ts';
import type { Charge, PaymentIntent, PaymentMethod } from './objects.ts';
import type { UnitOfWork } from './work.ts';

export const chargeEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/v1/charges',
    parse: (form) => {
      const customer = form.text('customer');
      const payment_intent = form.text('payment_intent');
      const isInCreatedRange = parseCreatedRange(form);
      const page = parsePage(form);
      return (work) => {
        const charges = work
          .list('charges')
          .filter((charge) => !customer || charge.customer === customer)
          .filter((charge) => !payment_intent || charge.payment_intent === payment_intent)
          .filter((charge) => isInCreatedRange(charge.created));
        return listObject('/v1/charges', charges, page);
      };
    },
  },
  { method: 'get', path: '/v1/charges/:id', parse: (_form, ids) => (work) => chargeOf(work, idIn(ids)) },
  // Test control: creates charges in the demo's past, without events. They can be refunded and disputed.
  {
    method: 'post',
    path: '/v1/test_helpers/charges',
    parse: (form) => {
      const charges = JSON.parse(form.text('charges') ?? '[]') as PastCharge[];
      return (work) => {
        for (const charge of charges) work.put('charges', pastCharge(work, charge));
        return { object: 'test_helpers.charges', count: charges.length };
      };
    },
  },
];

type PastCharge = Pick<Charge, 'id' | 'amount' | 'created' | 'customer' | 'payment_intent' | 'payment_method'> &
  Pick<Charge, 'description' | 'metadata'>;

function pastCharge(work: UnitOfWork, { id, created, payment_intent, payment_method, ...charge }: PastCharge): Charge {
  const intent = {
    ...charge,
    id: payment_intent,
    currency: 'usd',
    receipt_email: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
  };
  return { ...succeededCharge(work, intent, paymentMethodOf(work, payment_method)), id, created };
}

type ChargeSource = Pick<
  PaymentIntent,
  | 'id'
  | 'amount'
  | 'currency'
  | 'customer'
  | 'description'
  | 'metadata'
  | 'receipt_email'
  | 'statement_descriptor'
  | 'statement_descriptor_suffix'
>;

export const succeededCharge = (work: UnitOfWork, intent: ChargeSource, paymentMethod: PaymentMethod): Charge => ({
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
  work: UnitOfWork,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  decline: CardDecline,
): Charge => ({
  ...chargeFor(work, intent, paymentMethod),
  failure_code: decline.code,
  failure_message: decline.message,
  outcome: outcomeOf(decline),
});

const outcomeOf = ({ code, decline_code }: CardDecline) =>
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

function chargeFor(work: UnitOfWork, intent: ChargeSource, { id, billing_details, card }: PaymentMethod): Charge {
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
    payment_method_details: { type: 'card', card: { ...chargedCard(card), amount_authorized: intent.amount } },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'failed',
  };
}

const chargedCard = ({
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
