/** Stripe's own records of charges, refunds, and events, for reconciliation and backfill. */
import { externalCall } from '#server/platform/failpoints.ts';
import {
  idOf,
  isUnknownToStripe,
  type StripeApi,
  type StripeCharge,
  type StripeEvent,
  type StripeRefund,
} from './stripe.ts';

/** Money that moved at Stripe; `cents` is positive for charges and negative for refunds. */
export type Movement = { stripe_id: string; cents: number; at: Date; customer_id: string | null; charge_id: string };

const PAGE_SIZE = 100;
const toUnixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Successful charges and refunds since an instant. */
export async function movementsSince(api: StripeApi, from: Date): Promise<Movement[]> {
  const created = { gte: toUnixSeconds(from) };
  const [charges, refunds] = await Promise.all([
    externalCall('stripe.list_charges', () => mapAll(api.charges.list({ created, limit: PAGE_SIZE }), chargeMovement)),
    externalCall('stripe.list_recent_refunds', () =>
      mapAll(api.refunds.list({ created, limit: PAGE_SIZE }), refundMovement),
    ),
  ]);
  return [...charges, ...refunds];
}

/**
 * Reads every page; throws if one fails. No limit, because Stripe lists newest first and a limit would lose the oldest.
 */
async function mapAll<T, R>(list: AsyncIterable<T>, map: (item: T) => readonly R[]): Promise<R[]> {
  const results: R[] = [];
  for await (const item of list) results.push(...map(item));
  return results;
}

/** A movement by id, `ch_…` or `re_…`, or null if Stripe doesn't know it or it hasn't succeeded. */
export async function movementById(api: StripeApi, id: string): Promise<Movement | null> {
  try {
    const [movement] = id.startsWith('re_')
      ? refundMovement(await externalCall('stripe.retrieve_refund', () => api.refunds.retrieve(id)))
      : chargeMovement(await externalCall('stripe.retrieve_charge', () => api.charges.retrieve(id)));
    return movement ?? null;
  } catch (error) {
    if (isUnknownToStripe(error)) return null;
    throw error;
  }
}

const chargeMovement = ({ id, status, amount_captured, created, customer }: StripeCharge): Movement[] =>
  status === 'succeeded'
    ? [{ stripe_id: id, cents: amount_captured, at: instant(created), customer_id: idOf(customer), charge_id: id }]
    : [];

const refundMovement = ({ id, status, amount, created, charge }: StripeRefund): Movement[] =>
  status === 'succeeded'
    ? [{ stripe_id: id, cents: -amount, at: instant(created), customer_id: null, charge_id: idOf(charge) ?? '' }]
    : [];

const instant = (unixSeconds: number) => new Date(unixSeconds * 1000);

type Span = { from: Date; until: Date };

/** All events of these types in a span, oldest first. */
export async function eventsBetween(
  api: StripeApi,
  { from, until }: Span,
  types: readonly string[],
): Promise<StripeEvent[]> {
  const created = { gte: toUnixSeconds(from), lte: toUnixSeconds(until) };
  const events = await externalCall('stripe.list_events', () =>
    mapAll(api.events.list({ created, types: [...types], limit: PAGE_SIZE }), (event) => [event]),
  );
  return events.reverse();
}
