/**
 * Finds charges that Stripe made but we haven't recorded, because the response was lost or an older backup was
 * restored.
 */
import type { ChargeAttempt } from '#prisma';
import { type ChargeOutcome, findCharge } from '#server/billing/stripe.ts';
import type { Deps } from '#server/platform/deps.ts';
import { STRIPE_KEY_LIFETIME_MS } from '#server/platform/key-lifetimes.ts';

/** Looks up the attempt's outcome among the customer's payments at Stripe. Declined if there is none. */
export async function findPayment(deps: Pick<Deps, 'db' | 'stripe'>, attempt: ChargeAttempt): Promise<ChargeOutcome> {
  const captured = await deps.db.capturedCharge.findMany({
    where: { charge_attempt: { promotion_id: attempt.promotion_id } },
    select: { payment_intent_id: true },
  });
  return findCharge(deps.stripe.api, {
    ...attempt,
    attempt_id: attempt.id,
    known: captured.map(({ payment_intent_id }) => payment_intent_id),
    since: await owedSince(deps, attempt),
  });
}

/**
 * Finds an unrecorded payment for the attempt's promotion, or null. Searches only if Stripe may have forgotten the
 * payment's idempotency key. Until then, Stripe won't charge twice, because the attempt has the same key.
 */
export async function findUnrecordedPayment(
  deps: Pick<Deps, 'db' | 'stripe'>,
  attempt: ChargeAttempt,
): Promise<ChargeOutcome | null> {
  const since = await owedSince(deps, attempt);
  if (attempt.claimed_at.getTime() - since.getTime() <= STRIPE_KEY_LIFETIME_MS) return null;
  const payment = await findPayment(deps, attempt);
  return payment.kind === 'declined' ? null : payment;
}

/** Start of the period to search: no promotion is charged before its clicks are counted. */
async function owedSince(deps: Pick<Deps, 'db'>, { promotion_id, claimed_at }: ChargeAttempt): Promise<Date> {
  const { click_window_ends_at } = await deps.db.promotion.findUniqueOrThrow({ where: { id: promotion_id } });
  return click_window_ends_at ?? claimed_at;
}
