/**
 * Finishes charges: attempts without a response from Stripe, due retries of declined charges, charges that had no card
 * until now, and charges whose job was lost.
 */
import type { ChargeAttempt } from '#prisma';
import { isExpired, validDefaultCard } from '#server/billing/cards.ts';
import type { ChargeOutcome } from '#server/billing/stripe.ts';
import type { Deps } from '#server/platform/deps.ts';
import { STRIPE_KEY_LIFETIME_MS } from '#server/platform/key-lifetimes.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { chargeAttemptOnce, chargeAutomatically } from './charge.ts';
import { recordOutcome } from './charge-settle.ts';
import { findPayment } from './unrecorded-payment.ts';

/** An open attempt's response counts as lost after this time. */
const LOST_RESPONSE_MS = 30_000;

/** Asks Stripe again about attempts whose response was lost, and settles them. A failure doesn't block the others. */
export async function reconcileCharges(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'stripe'>) {
  const claimedBefore = new Date(deps.now().getTime() - LOST_RESPONSE_MS);
  const openAttempts = await deps.db.chargeAttempt.findMany({
    where: { state: 'claimed', claimed_at: { lte: claimedBefore } },
  });
  for (const attempt of openAttempts) {
    await fetchOutcome(deps, attempt)
      .then((outcome) => recordOutcome(deps, attempt.id, outcome))
      .catch((error) => deps.log.error({ err: error, attempt_id: attempt.id }, 'charge not reconciled'));
  }
}

/** Repeats the call with the same idempotency key or, if that is used up or may have expired, looks up the payment. */
async function fetchOutcome(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'stripe'>,
  attempt: ChargeAttempt,
): Promise<ChargeOutcome> {
  if (deps.now().getTime() - attempt.claimed_at.getTime() > STRIPE_KEY_LIFETIME_MS) return findPayment(deps, attempt);
  const outcome = await chargeAttemptOnce(deps, attempt);
  return outcome.kind === 'unknown' && outcome.is_key_spent ? findPayment(deps, attempt) : outcome;
}

/**
 * Charges invoices that are due for a retry, waited for a card, or were never tried. A failure doesn't block the
 * others.
 */
export async function chargeDueInvoices(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'stripe'>) {
  const ids = [
    ...(await promotionsDueForRetry(deps)),
    ...(await promotionsWithNewCard(deps)),
    ...(await promotionsNeverTried(deps)),
  ];
  for (const id of new Set(ids)) {
    await chargeAutomatically(deps, { id }).catch((error) =>
      deps.log.error({ err: error, promotion_id: id }, 'charge retry failed'),
    );
  }
}

async function promotionsDueForRetry(deps: Pick<Deps, 'db' | 'now'>) {
  const dueInvoices = await deps.db.invoice.findMany({
    where: { status: { in: ['open', 'failed'] }, next_retry_at: { lte: deps.now() }, promotion_id: { not: null } },
    select: { promotion_id: true },
  });
  return dueInvoices.map(({ promotion_id }) => promotion_id!);
}

/**
 * Promotions that waited for a card and now have one. An invoice that is `open` after a charge event waits for a card,
 * because a decline makes it `failed`.
 */
async function promotionsWithNewCard(deps: Pick<Deps, 'db' | 'now'>) {
  const waiting = await deps.db.promotion.findMany({
    where: { invoice: { status: 'open', total_cents: { gt: 0 } }, events: { some: { action: 'charge' } } },
    select: { id: true, partner: { select: { credit_cards: { where: validDefaultCard } } } },
  });
  return waiting
    .filter(({ partner }) => partner.credit_cards.some((card) => !isExpired(card, deps.now())))
    .map(({ id }) => id);
}

/** Age at which the job that was queued with the invoice counts as lost. */
const LOST_JOB_MS = 15 * MINUTE_MS;

/**
 * Promotions whose job was lost, or ran out of retries before it claimed an attempt. If the job is still running, the
 * attempt it claims prevents a second one.
 */
async function promotionsNeverTried(deps: Pick<Deps, 'db' | 'now'>) {
  const openInvoices = await deps.db.invoice.findMany({
    where: {
      status: 'open',
      total_cents: { gt: 0 },
      created_at: { lte: new Date(deps.now().getTime() - LOST_JOB_MS) },
      charge_attempts: { none: {} },
      promotion: { events: { none: { action: 'charge' } } },
    },
    select: { promotion_id: true },
  });
  return openInvoices.map(({ promotion_id }) => promotion_id!);
}
