/**
 * Pausing a newsletter while it is being sent, by staff or automatically because of its bounce and complaint rates, and
 * resuming it.
 */
import { alertSupport } from '#server/emails/enqueue.ts';
import { audit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { toIsoDate } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { SEND_NEWSLETTER_JOB } from './freeze.ts';
import { HELD_TEXT } from './held.ts';
import { BEING_SENT } from './queries.ts';
import { conflictOrNotFound } from './service.ts';

/** Takes effect before the next email is marked; emails already being handed over are completed. */
export const pauseNewsletter = (
  deps: Pick<Deps, 'db' | 'now'>,
  { id, actor, reason }: { id: number; actor: { id: number }; reason: string | null },
) =>
  deps.db.$transaction(async (tx) => {
    const paused_reason = reason ?? 'Paused by staff.';
    const paused = await tx.newsletter.updateMany({
      where: { ...BEING_SENT, id, paused_at: null },
      data: { paused_at: deps.now(), paused_reason },
    });
    if (!paused.count)
      throw await conflictOrNotFound(
        tx,
        id,
        'This newsletter is already paused or isn’t being sent, so it can’t be paused.',
      );
    await audit(tx, deps.now(), {
      ...{ user_id: actor.id, action: 'pause', entity: 'newsletter', entity_id: id, reason },
      ...{ before: { paused_reason: null }, after: { paused_reason } },
    });
  });

/** Resumes with the remaining emails. Bounce and complaint rates start again from here. */
export const resumeNewsletter = (
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  { id, actor }: { id: number; actor: { id: number } },
) =>
  deps.db.$transaction(async (tx) => {
    if (await tx.newsletter.count({ where: { id, held_at: { not: null } } }))
      throw await conflictOrNotFound(tx, id, HELD_TEXT);
    const resumed = await tx.newsletter.updateMany({
      where: { id, paused_at: { not: null }, ended_at: null },
      data: { paused_at: null, paused_reason: null, resumed_at: deps.now() },
    });
    if (!resumed.count) throw await conflictOrNotFound(tx, id, 'This newsletter isn’t paused, or it has ended.');
    await tx.$executeRaw`update newsletters set delivered_before_resume = delivered_count where id = ${id}`;
    await deps.queue.send(tx, SEND_NEWSLETTER_JOB, { id });
    await audit(tx, deps.now(), {
      ...{ user_id: actor.id, action: 'resume', entity: 'newsletter', entity_id: id },
      ...{ before: { paused: true }, after: { paused: false } },
    });
  });

/**
 * Pauses because of the rates, with an email to support. True if this call paused it; a newsletter that is paused,
 * ended, or done stays unchanged.
 */
export async function pauseAutomatically(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  id: number,
  paused_reason: string,
): Promise<boolean> {
  const paused_at = deps.now();
  const [paused] = await tx.newsletter.updateManyAndReturn({
    where: { ...BEING_SENT, id, paused_at: null },
    data: { paused_at, paused_reason },
    select: { kind: true, newsletter_date: true },
  });
  if (!paused) return false;
  deps.log.error({ newsletter_id: id, reason: paused_reason }, 'newsletter paused');
  await alertSupport(deps, tx, {
    once: `newsletter-paused-${id}-${paused_at.getTime()}`,
    headline: 'A newsletter was paused automatically',
    message: `${paused_reason} We paused the ${paused.kind} newsletter for ${formatDate(toIsoDate(paused.newsletter_date))}, and no more of its emails will go out. Find the cause, then resume it or end it on its page. If it’s still paused when the next newsletter closes, we’ll end it.`,
    path: paths.userNewsletter(id),
  });
  return true;
}
