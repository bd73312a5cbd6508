/** Holding a newsletter back while it goes out: by staff, or by the rates that say its mails are not wanted. */
import { audit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { SEND } from './freeze.ts';
import { HELD } from './held.ts';
import { refusal } from './service.ts';

type By = { id: number };

/** Takes effect before the next mail is marked; what is being handed over ends. */
export const pauseNewsletter = (deps: Deps, { id, by, reason }: { id: number; by: By; reason: string | null }) =>
  deps.db.$transaction(async (tx) => {
    const paused_reason = reason ?? 'Paused by staff.';
    const paused = await tx.newsletter.updateMany({
      where: { id, status: { in: ['frozen', 'sending'] }, paused_at: null },
      data: { paused_at: deps.now(), paused_reason },
    });
    if (!paused.count) throw await refusal(tx, id, 'This newsletter is not being sent, so it cannot be paused.');
    await audit(tx, deps.now(), {
      ...{ user_id: by.id, action: 'pause', entity: 'newsletter', entity_id: id, reason },
      ...{ before: { paused_reason: null }, after: { paused_reason } },
    });
  });

/** Goes on with the mails that are left. Rates are measured anew from here. */
export const resumeNewsletter = (deps: Deps, { id, by }: { id: number; by: By }) =>
  deps.db.$transaction(async (tx) => {
    if (await tx.newsletter.count({ where: { id, held_at: { not: null } } })) throw await refusal(tx, id, HELD);
    const resumed = await tx.newsletter.updateMany({
      where: { id, paused_at: { not: null } },
      data: { paused_at: null, paused_reason: null, resumed_at: deps.now() },
    });
    if (!resumed.count) throw await refusal(tx, id, 'This newsletter is not paused.');
    await deps.queue.send(tx, SEND, { id });
    await audit(tx, deps.now(), {
      ...{ user_id: by.id, action: 'resume', entity: 'newsletter', entity_id: id },
      ...{ before: { paused: true }, after: { paused: false } },
    });
  });

/** By the rates. True if this call paused it; one that is paused or done is left alone. */
export async function pauseBySystem(deps: Deps, tx: Tx, id: number, paused_reason: string): Promise<boolean> {
  const paused = await tx.newsletter.updateMany({
    where: { id, status: { in: ['frozen', 'sending'] }, paused_at: null },
    data: { paused_at: deps.now(), paused_reason },
  });
  if (paused.count) deps.log.error({ newsletter_id: id, reason: paused_reason }, 'newsletter paused');
  return paused.count > 0;
}
