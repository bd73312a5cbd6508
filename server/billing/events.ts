/** Stripe's events, whichever way they come: each is handled once. What they speak of is looked up, so their order does not matter. */
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { failpoint } from '#server/platform/failpoints.ts';
import type { StripeEvent } from './stripe.ts';

/** What an event causes. Handed in, because charges, refunds and disputes belong to promotions, further up. */
export type HandleEvent = (event: StripeEvent) => Promise<void>;

/** One that failed half-way is handled again. */
export async function handleOnce(deps: Pick<Deps, 'db' | 'now'>, event: StripeEvent, handle: HandleEvent) {
  if (!(await isNews(deps, event))) return;
  await failpoint('event.noted');
  await handle(event);
  await failpoint('event.handled');
  await deps.db.stripeEvent.update({ where: { id: event.id }, data: { processed_at: deps.now() } });
}

async function isNews(deps: Pick<Deps, 'db' | 'now'>, { id, type }: StripeEvent) {
  try {
    await deps.db.stripeEvent.create({ data: { id, type, received_at: deps.now() } });
    return true;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return (await deps.db.stripeEvent.findUnique({ where: { id } }))?.processed_at === null;
  }
}
