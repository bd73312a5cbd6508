/** Webhooks get lost: every quarter of an hour the events themselves are read, and what was missed is handled as if it had come. */
import type { Deps } from '#server/platform/deps.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { type HandleEvent, handleOnce } from './events.ts';
import type { StripeEvent } from './stripe.ts';
import { eventsSince } from './stripe-lists.ts';

/** Read again what was read before, for events that Stripe lists late. */
const OVERLAP_MS = HOUR_MS;
const FIRST_MS = 24 * HOUR_MS;
const READ_UNTIL = 'stripe.events_read_until';

/** Answers how many were missed. While one cannot be handled, or Stripe cannot be reached, the next run begins there again. */
export async function backfillEvents(deps: Deps, types: readonly string[], handle: HandleEvent): Promise<number> {
  const begun = deps.now();
  const events = await eventsSince(deps.stripe.api, await readFrom(deps), types).catch((error) => {
    deps.log.error({ err: error }, 'events of Stripe not read');
  });
  if (!events) return 0;
  const missed = await unhandled(deps, events);
  let failed = 0;
  for (const event of missed) {
    await handleOnce(deps, event, handle).catch((error) => {
      failed += 1;
      deps.log.error({ err: error, event: event.id }, 'missed event not handled');
    });
  }
  if (missed.length) deps.log.warn({ events: missed.map(({ id }) => id) }, 'webhooks were missed');
  if (!failed) await keepReadUntil(deps, begun);
  return missed.length;
}

async function unhandled(deps: Deps, events: readonly StripeEvent[]) {
  const ids = events.map(({ id }) => id);
  const handled = await deps.db.stripeEvent.findMany({ where: { id: { in: ids }, processed_at: { not: null } } });
  const known = new Set(handled.map(({ id }) => id));
  return events.filter(({ id }) => !known.has(id));
}

async function readFrom(deps: Deps) {
  const kept = await deps.db.setting.findUnique({ where: { key: READ_UNTIL } });
  const until = kept ? Date.parse(String(kept.value)) : deps.now().getTime() - FIRST_MS;
  return new Date(until - OVERLAP_MS);
}

async function keepReadUntil(deps: Deps, at: Date) {
  const value = at.toISOString();
  await deps.db.setting.upsert({ where: { key: READ_UNTIL }, create: { key: READ_UNTIL, value }, update: { value } });
}
