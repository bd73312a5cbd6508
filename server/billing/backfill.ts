/**
 * Reads Stripe's events every 15 minutes, because webhooks get lost, and handles missed ones like webhooks.
 * See docs/decisions/0051-read-stripe-events-from-a-cursor.md.
 */
import type { Deps } from '#server/platform/deps.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { type HandleEvent, handleUnlessDone } from './events.ts';
import type { StripeEvent } from './stripe.ts';
import { eventsBetween } from './stripe-lists.ts';

/** Overlap with the previous run, because Stripe may list events late. */
const OVERLAP_MS = HOUR_MS;
/** Period that the first run reads, in addition to the overlap. */
const FIRST_PERIOD_MS = 24 * HOUR_MS;
/** Events are read in spans of this length, oldest first, so that a long backlog makes progress span by span. */
const SPAN_MS = 6 * HOUR_MS;
const READ_UNTIL = 'stripe.events_read_until';

/**
 * Handles missed events, and returns their number. The cursor only moves past consecutive spans that were listed
 * completely and handled without a failure; the next run starts at the cursor, less the overlap.
 */
export async function backfillEvents(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'stripe'>,
  types: readonly string[],
  handle: HandleEvent,
): Promise<number> {
  const now = deps.now();
  let missed = 0;
  let isContiguous = true;
  for (let from = await findPeriodStart(deps); from < now; ) {
    const until = new Date(Math.min(from.getTime() + SPAN_MS, now.getTime()));
    const events = await eventsBetween(deps.stripe.api, { from, until }, types).catch((error) => {
      deps.log.error({ err: error }, 'Stripe events not read');
    });
    if (!events) break;
    const handled = await handleMissed(deps, events, handle);
    missed += handled.missed;
    isContiguous &&= handled.failed === 0;
    if (isContiguous) await saveReadUntil(deps, until);
    from = until;
  }
  return missed;
}

/** Handles the missed events; a failure doesn't delay the others. */
async function handleMissed(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  events: readonly StripeEvent[],
  handle: HandleEvent,
) {
  const missed = await unhandledEvents(deps, events);
  let failed = 0;
  for (const event of missed) {
    await handleUnlessDone(deps, event, handle).catch((error) => {
      failed += 1;
      deps.log.error({ err: error, event: event.id }, 'missed event not handled');
    });
  }
  if (missed.length) deps.log.warn({ events: missed.map(({ id }) => id) }, 'missed webhooks found');
  return { missed: missed.length, failed };
}

async function unhandledEvents(deps: Pick<Deps, 'db'>, events: readonly StripeEvent[]) {
  const ids = events.map(({ id }) => id);
  const handled = await deps.db.stripeEvent.findMany({ where: { id: { in: ids }, processed_at: { not: null } } });
  const handledIds = new Set(handled.map(({ id }) => id));
  return events.filter(({ id }) => !handledIds.has(id));
}

async function findPeriodStart(deps: Pick<Deps, 'db' | 'now'>) {
  const setting = await deps.db.setting.findUnique({ where: { key: READ_UNTIL } });
  const until = setting ? Date.parse(String(setting.value)) : deps.now().getTime() - FIRST_PERIOD_MS;
  return new Date(until - OVERLAP_MS);
}

async function saveReadUntil(deps: Pick<Deps, 'db'>, at: Date) {
  const value = at.toISOString();
  await deps.db.setting.upsert({ where: { key: READ_UNTIL }, create: { key: READ_UNTIL, value }, update: { value } });
}
