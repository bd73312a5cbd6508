/**
 * Stripe events from webhooks and the backfill. An event whose handling fails is handled again; one that was handled
 * completely isn't. Handlers look up the current state, so the order doesn't matter.
 */
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { failpoint } from '#server/platform/failpoints.ts';
import type { StripeEvent } from './stripe.ts';

/** Handles an event. Injected, because charges, refunds, and disputes belong to payments, a higher layer. */
export type HandleEvent = (event: StripeEvent) => Promise<void>;

/** Handles the event unless it has already been handled completely; an interrupted one is handled again. */
export async function handleUnlessDone(deps: Pick<Deps, 'db' | 'now'>, event: StripeEvent, handle: HandleEvent) {
  if (!(await recordIfUnhandled(deps, event))) return;
  await failpoint('event.noted');
  await handle(event);
  await failpoint('event.handled');
  await deps.db.stripeEvent.update({ where: { id: event.id }, data: { processed_at: deps.now() } });
}

/** Stores a new event. Returns false if it has already been handled completely. */
async function recordIfUnhandled(deps: Pick<Deps, 'db' | 'now'>, { id, type }: StripeEvent) {
  try {
    await deps.db.stripeEvent.create({ data: { id, type, received_at: deps.now() } });
    return true;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return (await deps.db.stripeEvent.findUnique({ where: { id } }))?.processed_at === null;
  }
}
