/** Handlers of Stripe's events. An event only says where to look; the payment, the refunds, or the dispute has the current state. */
import { backfillEvents } from '#server/billing/backfill.ts';
import { idOf, paymentIntentById, type StripeEvent } from '#server/billing/stripe.ts';
import type { Deps } from '#server/platform/deps.ts';
import { Id } from '#shared/params.ts';
import { settleAttempt } from './charge-settle.ts';
import { syncDispute } from './dispute.ts';
import { syncRefunds } from './refund-sync.ts';

type Handler = (deps: Deps, object: StripeObject) => Promise<void>;
type Reference = string | { id: string } | null;
type StripeObject = { id: string; charge?: Reference; payment_intent?: Reference };

const settlePayment: Handler = (deps, { id }) => settleByPayment(deps, id);
const refundsOfCharge = onceCaptured((deps, { id }) => syncRefunds(deps, id));
const refundsOfRefund = onceCaptured((deps, { charge }) => syncRefunds(deps, idOf(charge) ?? ''));
const dispute = onceCaptured((deps, { id }) => syncDispute(deps, id));

const HANDLERS: { [type: string]: Handler } = {
  'payment_intent.succeeded': settlePayment,
  'payment_intent.payment_failed': settlePayment,
  'payment_intent.canceled': settlePayment,
  'charge.refunded': refundsOfCharge,
  'refund.updated': refundsOfRefund,
  'refund.failed': refundsOfRefund,
  'charge.dispute.created': dispute,
  'charge.dispute.updated': dispute,
  'charge.dispute.funds_withdrawn': dispute,
  'charge.dispute.funds_reinstated': dispute,
  'charge.dispute.closed': dispute,
};

export const handleStripeEvent = async (deps: Deps, event: StripeEvent) =>
  HANDLERS[event.type]?.(deps, event.data.object as StripeObject);

/** The sweep. */
export const readMissedEvents = (deps: Deps) =>
  backfillEvents(deps, Object.keys(HANDLERS), (event) => handleStripeEvent(deps, event));

/** Settles the payment first, because the event of its refund or dispute may arrive earlier. */
function onceCaptured(handler: Handler): Handler {
  return async (deps, object) => {
    const payment_intent_id = idOf(object.payment_intent);
    const isKnown = payment_intent_id && (await deps.db.capturedCharge.count({ where: { payment_intent_id } }));
    if (payment_intent_id && !isKnown) await settleByPayment(deps, payment_intent_id);
    await handler(deps, object);
  };
}

/**
 * Settles the attempt that a payment names. A payment by another user of the Stripe account names none of our attempts, and one
 * that a restored backup has forgotten may name an attempt that is another promotion's by now: it is found when its own promotion
 * is charged (unrecorded-payment.ts).
 */
async function settleByPayment(deps: Deps, payment_intent_id: string) {
  const { metadata, customer, amount_cents, outcome } = await paymentIntentById(deps.stripe.api, payment_intent_id);
  const [id, promotion_id] = [metadata.attempt_id, metadata.promotion_id].map((text) => Id.safeParse(Number(text)));
  if (!id?.success || !promotion_id?.success || !customer) return;
  const named = { id: id.data, promotion_id: promotion_id.data, customer_id: customer, amount_cents };
  if (await deps.db.chargeAttempt.count({ where: named })) await settleAttempt(deps, id.data, outcome);
}
