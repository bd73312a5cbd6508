/**
 * Ends a newsletter before all of its emails were sent. The request is one guarded UPDATE; from then on no more rows
 * are marked, and the sender's job abandons the rest by range, which another process can continue.
 */
import type { Newsletter } from '#prisma';
import { alertSupport } from '#server/emails/enqueue.ts';
import { audit } from '#server/platform/audit.ts';
import { requireCorrectClock } from '#server/platform/clock-check.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { processEach } from '#server/platform/process-each.ts';
import { markAllUnableToSend, markSent } from '#server/promotions/newsletter-events.ts';
import { toIsoDate } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { alertNotSent, hasMissedWindow, NOT_SENT_REASON } from './abandon.ts';
import { abandonRows, hasReachedReaders, resolveInFlightRows, saveRangeProgress, saveTotals } from './delivery-log.ts';
import { SEND_NEWSLETTER_JOB } from './freeze.ts';
import { HELD_TEXT } from './held.ts';
import { BEING_SENT, UNDER_WAY } from './queries.ts';
import { areRangesDone, processRanges } from './ranges.ts';
import { conflictOrNotFound } from './service.ts';

/** Ends a newsletter for staff. 409 if it's held, not paused, already ending, or sent; 404 if it doesn't exist. */
export const endNewsletter = (
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  { id, actor, reason }: { id: number; actor: { id: number }; reason: string },
) =>
  deps.db.$transaction(async (tx) => {
    if (await tx.newsletter.count({ where: { id, held_at: { not: null } } }))
      throw await conflictOrNotFound(tx, id, HELD_TEXT);
    if (!(await requestEnd(deps, tx, { id, reason, isPaused: true })))
      throw await conflictOrNotFound(
        tx,
        id,
        'This newsletter can’t be ended: it isn’t paused, is already ending, or was already sent.',
      );
    await audit(tx, deps.now(), {
      ...{ user_id: actor.id, action: 'end', entity: 'newsletter', entity_id: id, reason },
      ...{ before: { ended_at: null }, after: { ended_at: deps.now() } },
    });
  });

/** Returns false if the newsletter isn't being sent, is held, is already ending, or doesn't match `isPaused`. */
async function requestEnd(
  deps: Pick<Deps, 'now' | 'queue'>,
  tx: Tx,
  { id, reason, isPaused }: { id: number; reason: string; isPaused: boolean },
): Promise<boolean> {
  const { count } = await tx.newsletter.updateMany({
    where: {
      ...{ ...BEING_SENT, id, held_at: null },
      paused_at: isPaused ? { not: null } : null,
    },
    data: { ended_at: deps.now(), ended_reason: reason },
  });
  if (count) await deps.queue.send(tx, SEND_NEWSLETTER_JOB, { id });
  return count > 0;
}

/** Ends newsletters that are still paused when the next one closes. */
export async function endPaused(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>) {
  const paused = await deps.db.newsletter.findMany({
    where: { ...BEING_SENT, held_at: null, paused_at: { not: null } },
    select: { id: true, kind: true, newsletter_date: true },
    orderBy: { id: 'asc' },
  });
  await processEach(
    paused.filter((newsletter) => hasMissedWindow(newsletter, deps.now())),
    (newsletter) => deps.db.$transaction((tx) => endOnePaused(deps, tx, newsletter)),
    (error, { id }) => deps.log.error({ err: error, newsletter_id: id }, 'paused newsletter not ended'),
  );
}

async function endOnePaused(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  { id, kind, newsletter_date }: Pick<Newsletter, 'id' | 'kind' | 'newsletter_date'>,
) {
  if (!(await requestEnd(deps, tx, { id, reason: STILL_PAUSED, isPaused: true }))) return;
  deps.log.error({ newsletter_id: id }, 'paused newsletter ended: the next one has closed');
  await alertSupport(deps, tx, {
    once: `newsletter-ended-${id}`,
    headline: 'A paused newsletter was ended',
    message: `The ${kind} newsletter for ${formatDate(toIsoDate(newsletter_date))} was still paused when the next one closed, so we ended it. Nobody else will get it.${kind === 'daily' ? ' We’ll settle its promotions based on what was delivered; if nobody got it, they become “unable to send”, free of charge.' : ''}`,
    path: paths.userNewsletter(id),
  });
}

const STILL_PAUSED = 'It was still paused when the next newsletter closed.';

/**
 * Ends a newsletter that missed its window before anyone got it. If some readers have it, the others get it too,
 * because its promotions have already run. Throws instead of ending it on a machine whose clock is wrong.
 */
export async function endIfWindowMissed(
  deps: Pick<Deps, 'db' | 'pool' | 'now' | 'log' | 'queue' | 'config'>,
  id: number,
) {
  const newsletter = await deps.db.newsletter.findFirst({
    where: { ...BEING_SENT, id, held_at: null, paused_at: null },
    select: { id: true, kind: true, newsletter_date: true },
  });
  if (!newsletter || !hasMissedWindow(newsletter, deps.now())) return;
  await requireCorrectClock(deps);
  await deps.db.$transaction(async (tx) => {
    // Locked before its rows are read, because another worker may be about to send it.
    await tx.$queryRaw`select 1 from newsletters where id = ${id} for no key update`;
    if (await hasReachedReaders(tx, id)) return;
    if (!(await requestEnd(deps, tx, { id, reason: NOT_SENT_REASON, isPaused: false }))) return;
    await alertNotSent(deps, tx, newsletter);
    deps.log.error({ newsletter_id: id }, 'newsletter not sent: the next one has closed');
  });
}

/**
 * Abandons the remaining emails of an ended newsletter, range by range, then marks its promotions; repeating it
 * continues where it stopped. Partners don't see the staff's reason.
 */
export async function finishEnded(
  deps: Pick<Deps, 'db' | 'pool' | 'now' | 'log' | 'queue' | 'config' | 'mail'>,
  id: number,
) {
  await processRanges(deps, { newsletter_id: id, retriesUntil: null }, async (range) => {
    if (deps.mail.isClosed()) return 'closing';
    await resolveInFlightRows(deps.pool, range, { keysValidSince: null, transport: null });
    await abandonRows(deps.pool, range);
    await saveRangeProgress(deps.db, range, deps.now());
    return null;
  });
  if (!(await areRangesDone(deps.db, id, { isFinal: true }))) return;
  const isDelivered = await hasReachedReaders(deps.db, id);
  await deps.db.$transaction(
    async (tx) => {
      const outcome = isDelivered
        ? ({ status: 'sent', sent_at: deps.now() } as const)
        : ({ status: 'failed' } as const);
      const done = await tx.newsletter.updateMany({
        where: { id, status: { in: [...UNDER_WAY] } },
        data: { ...outcome, paused_at: null, paused_reason: null, failure: null },
      });
      if (!done.count) return;
      await saveTotals(tx, id);
      if (isDelivered) await markSent(deps, tx, id);
      else await markAllUnableToSend(deps, tx, id, NOT_SENT_REASON);
    },
    { timeout: 60_000 },
  );
}
