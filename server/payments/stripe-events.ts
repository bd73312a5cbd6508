/** Handlers of Stripe's events. An event only names an object; its current state is always fetched from Stripe. */
import { backfillEvents } from '#server/billing/backfill.ts';
import { idOf, paymentIntentById, type StripeEvent } from '#server/billing/stripe.ts';
import type { Deps } from '#server/platform/deps.ts';
import { Id } from '#shared/params.ts';
import { recordOutcome } from './charge-settle.ts';
import { syncDispute } from './dispute.ts';
import { syncRefunds } from './refund-sync.ts';

type PaymentDeps = Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'stripe'>;
type Handler = (deps: PaymentDeps, object: StripeObject) => Promise<void>;
type Reference = string | { id: string } | null;
type StripeObject = { id: string; charge?: Reference; payment_intent?: Reference };

const settlePayment: Handler = (deps, { id }) => settleByPayment(deps, id);
const syncAfterChargeEvent = afterPayment((deps, { id }) => syncRefunds(deps, id));
const syncAfterRefundEvent = afterPayment((deps, { charge }) => syncRefunds(deps, idOf(charge) ?? ''));
const syncDisputeOf = afterPayment((deps, { id }) => syncDispute(deps, id));

const HANDLERS: { [type: string]: Handler } = {
  'payment_intent.succeeded': settlePayment,
  'payment_intent.payment_failed': settlePayment,
  'payment_intent.canceled': settlePayment,
  'charge.refunded': syncAfterChargeEvent,
  'refund.updated': syncAfterRefundEvent,
  'refund.failed': syncAfterRefundEvent,
  'charge.dispute.created': syncDisputeOf,
  'charge.dispute.updated': syncDisputeOf,
  'charge.dispute.funds_withdrawn': syncDisputeOf,
  'charge.dispute.funds_reinstated': syncDisputeOf,
  'charge.dispute.closed': syncDisputeOf,
};

export const handleStripeEvent = async (deps: PaymentDeps, event: StripeEvent) =>
  HANDLERS[event.type]?.(deps, event.data.object as StripeObject);

/** The sweep for events that the webhook missed. */
export const readMissedEvents = (deps: PaymentDeps) =>
  backfillEvents(deps, Object.keys(HANDLERS), (event) => handleStripeEvent(deps, event));

/** Settles the payment first, because the refund's or dispute's event may arrive before the payment's. */
function afterPayment(handler: Handler): Handler {
  return async (deps, object) => {
    const payment_intent_id = idOf(object.payment_intent);
    const isKnown = payment_intent_id && (await deps.db.capturedCharge.count({ where: { payment_intent_id } }));
    if (payment_intent_id && !isKnown) await settleByPayment(deps, payment_intent_id);
    await handler(deps, object);
  };
}

/**
 * Settles the attempt named in a payment's metadata. Ignores payments of other programs that use the Stripe account.
 * After a backup is restored, the id of a lost attempt may belong to another promotion; such a payment is ignored, too,
 * and found when its promotion is charged (unrecorded-payment.ts).
 */
async function settleByPayment(deps: PaymentDeps, payment_intent_id: string) {
  const { metadata, customer, amount_cents, outcome } = await paymentIntentById(deps.stripe.api, payment_intent_id);
  const [id, promotion_id] = [metadata.attempt_id, metadata.promotion_id].map((text) => Id.safeParse(Number(text)));
  if (!id?.success || !promotion_id?.success || !customer) return;
  const where = { id: id.data, promotion_id: promotion_id.data, customer_id: customer, amount_cents };
  if (await deps.db.chargeAttempt.count({ where })) await recordOutcome(deps, id.data, outcome);
}
