/** A charge for which there is no card. */
import { enqueueMail, toPartner } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type Locked, mailFacts, noteEvent, SYSTEM } from '#server/promotions/transition.ts';
import { paths } from '#shared/paths.ts';
import { firstTryOf, nextRetry } from './charge-retries.ts';

const NO_CARD = 'There is no valid default card.';

/**
 * No bank was asked, so nothing was declined: the invoice is open until there is a card (charge-reconcile.ts). The partner is
 * told, now and on the days on which a declined charge is tried again.
 */
export async function awaitCard(deps: Deps, tx: Tx, promotion: Locked) {
  const { id, next_retry_at, total_cents } = promotion.invoice!;
  const first = await firstTryOf(tx, promotion.id);
  const isDue = !first || (next_retry_at !== null && next_retry_at <= deps.now());
  if (!isDue) return;
  const data = { status: 'open', next_retry_at: nextRetry(first ?? deps.now(), deps.now()) } as const;
  await tx.invoice.update({ where: { id }, data });
  await noteEvent(deps, tx, { action: 'charge', by: SYSTEM, before: promotion, after: promotion, reason: NO_CARD });
  const billing_url = deps.config.appUrl + paths.billing();
  const props = { ...mailFacts(deps, promotion), total_cents, message: null, billing_url };
  await enqueueMail(deps, tx, { ...toPartner(promotion.partner), template: 'charge_failed', props });
}
