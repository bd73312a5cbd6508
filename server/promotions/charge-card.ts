/** The card that a charge takes, and what becomes of a charge for which there is none. */
import type { CreditCard } from '#prisma';
import { isExpired } from '#server/billing/cards.ts';
import { enqueueMail, toPartner } from '#server/emails/enqueue.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict } from '#server/platform/errors.ts';
import { paths } from '#shared/paths.ts';
import { firstTryOf, nextRetry } from './charge-retries.ts';
import { type Locked, mailFacts, noteEvent, SYSTEM } from './transition.ts';

const NO_CARD = 'There is no valid default card.';

export const defaultCard = { is_default: true, removed_at: null, is_card_valid: true } as const;

/** The default card, while it is valid. */
export async function chargeableCard(
  db: Database | Tx,
  { partner_id, now }: { partner_id: number; now: Date },
): Promise<CreditCard | null> {
  const card = await db.creditCard.findFirst({ where: { ...defaultCard, partner_id } });
  return card && !isExpired(card, now) ? card : null;
}

/** Refuses with 409 to promise a newsletter that nobody could be charged for. Call it under the partner's lock. */
export async function requireCard(tx: Tx, now: Date, partner_id: number) {
  if (!(await chargeableCard(tx, { partner_id, now })))
    throw conflict(
      'The partner has no valid credit card, so this promotion can’t be approved yet. Ask the partner to add one.',
      { code: 'no_card' },
    );
}

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
