/** Resolves an uncertain delivery: staff mark it as arrived, or send it again at the risk of a duplicate. */
import { moveCount } from '#server/newsletters/delivery-log.ts';
import { SEND_NEWSLETTER_JOB } from '#server/newsletters/freeze.ts';
import { audit } from '#server/platform/audit.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, notFound } from '#server/platform/errors.ts';
import type { DeliveryResolution } from '#shared/deliveries.ts';
import { presentDelivery } from './presenter.ts';
import { findDelivery } from './queries.ts';

type Key = { newsletter_id: number; reader_id: number };

/**
 * Resolves the delivery. Throws 404 if it doesn't exist, and 409 with the current record if it isn't uncertain
 * (anymore) or would be sent again after the newsletter ended. An email is sent again only if the reader still wants
 * it.
 */
export const resolveUncertainDelivery = (
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  { actor, key, outcome, reason }: { actor: { id: number }; key: Key } & DeliveryResolution,
) =>
  deps.db.$transaction(async (tx) => {
    const data =
      outcome === 'accepted'
        ? { state: 'accepted' as const, accepted_at: deps.now(), failure: null }
        : { state: 'queued' as const, failure: null, handed_over_at: null };
    const where = {
      ...key,
      state: 'uncertain' as const,
      ...(outcome === 'resend' ? { newsletter: { ended_at: null } } : {}),
    };
    const changed = await tx.delivery.updateMany({ where, data });
    const row = await findDelivery(tx, key);
    if (!row) throw notFound();
    const delivery = presentDelivery(row);
    if (!changed.count)
      throw conflict(
        delivery.state === 'uncertain'
          ? ENDED
          : 'This delivery is no longer uncertain. Reload the page to see its status.',
        { delivery },
      );
    await moveCount(tx, key, { from: 'uncertain', to: data.state });
    if (outcome === 'accepted')
      await tx.newsletter.update({
        where: { id: key.newsletter_id },
        data: { delivered_count: { increment: 1 } },
        select: { id: true },
      });
    if (outcome === 'resend') {
      const where = { id: key.newsletter_id };
      await tx.newsletter.update({ where, data: { resent_at: deps.now() }, select: { id: true } });
      await deps.queue.send(tx, SEND_NEWSLETTER_JOB, where);
    }
    await audit(tx, deps.now(), {
      user_id: actor.id,
      action: `resolve_${outcome}`,
      entity: 'delivery',
      entity_id: `${key.newsletter_id}-${key.reader_id}`,
      before: { state: 'uncertain' },
      after: { state: delivery.state },
      reason: reason ?? null,
    });
    return delivery;
  });

const ENDED = 'This newsletter has ended, so we won’t resend its emails. You can still mark this one as delivered.';
