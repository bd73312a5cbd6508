/** Finishes charges: answers that never came, declined charges that are due again, missing cards, and charges whose job was lost. */
import type { ChargeAttempt } from '#prisma';
import { defaultCard, isExpired } from '#server/billing/cards.ts';
import type { ChargeOutcome } from '#server/billing/stripe.ts';
import type { Deps } from '#server/platform/deps.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { callStripe, chargeAutomatically } from './charge.ts';
import { settleAttempt } from './charge-settle.ts';
import { findPayment, KEY_LIFE_MS } from './unrecorded-payment.ts';

/** An attempt this old was not answered by the call that made it. */
const STALE_MS = 30_000;

/** Asks Stripe again how the attempts ended whose answer never came. One that fails does not keep the others waiting. */
export async function reconcileCharges(deps: Deps) {
  const stale = new Date(deps.now().getTime() - STALE_MS);
  const open = await deps.db.chargeAttempt.findMany({ where: { state: 'claimed', claimed_at: { lte: stale } } });
  for (const attempt of open) {
    await outcomeOf(deps, attempt)
      .then((outcome) => settleAttempt(deps, attempt.id, outcome))
      .catch((error) => deps.log.error({ err: error, attempt_id: attempt.id }, 'charge not reconciled'));
  }
}

/** With the same key; where that is spent or forgotten, by what Stripe holds. */
async function outcomeOf(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'stripe'>,
  attempt: ChargeAttempt,
): Promise<ChargeOutcome> {
  if (deps.now().getTime() - attempt.claimed_at.getTime() > KEY_LIFE_MS) return findPayment(deps, attempt);
  const outcome = await callStripe(deps, attempt);
  return outcome.kind === 'unknown' && outcome.key_is_spent ? findPayment(deps, attempt) : outcome;
}

/** Charges what is due again, what waited for a card, and what nobody tried. One that fails does not keep the others waiting. */
export async function retryFailedCharges(deps: Deps) {
  for (const id of new Set([...(await dueAgain(deps)), ...(await cardHasCome(deps)), ...(await neverTried(deps))])) {
    await chargeAutomatically(deps, { id }).catch((error) =>
      deps.log.error({ err: error, promotion_id: id }, 'charge retry failed'),
    );
  }
}

async function dueAgain(deps: Pick<Deps, 'db' | 'now'>) {
  const due = await deps.db.invoice.findMany({
    where: { status: { in: ['open', 'failed'] }, next_retry_at: { lte: deps.now() }, promotion_id: { not: null } },
    select: { promotion_id: true },
  });
  return due.map(({ promotion_id }) => promotion_id!);
}

/** An invoice that was tried and is open waits for a card: a declined one is failed. */
async function cardHasCome(deps: Pick<Deps, 'db' | 'now'>) {
  const waiting = await deps.db.promotion.findMany({
    where: { invoice: { status: 'open', total_cents: { gt: 0 } }, events: { some: { action: 'charge' } } },
    select: { id: true, partner: { select: { credit_cards: { where: defaultCard } } } },
  });
  return waiting
    .filter(({ partner }) => partner.credit_cards.some((card) => !isExpired(card, deps.now())))
    .map(({ id }) => id);
}

/** Long enough for the job that was ordered with the invoice. */
const LOST_MS = 15 * MINUTE_MS;

/** The job is gone, or used up its retries before it claimed an attempt. A claimed attempt bars a second one if it still runs. */
async function neverTried(deps: Pick<Deps, 'db' | 'now'>) {
  const open = await deps.db.invoice.findMany({
    where: {
      status: 'open',
      total_cents: { gt: 0 },
      created_at: { lte: new Date(deps.now().getTime() - LOST_MS) },
      charge_attempts: { none: {} },
      promotion: { events: { none: { action: 'charge' } } },
    },
    select: { promotion_id: true },
  });
  return open.map(({ promotion_id }) => promotion_id!);
}
