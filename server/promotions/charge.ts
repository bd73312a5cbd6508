/**
 * Money, in three steps (design 5, rule 2): claim an attempt with its key and frozen amount in one transaction, call Stripe
 * outside of any, settle in another. An unknown outcome leaves the attempt open, and an open attempt bars the next one.
 */

import type { ChargeAttempt } from '#prisma';
import { isExpired } from '#server/billing/cards.ts';
import { invoiceNumber } from '#server/billing/presenter.ts';
import { type ChargeOutcome, chargeOffSession, type Decline, findCharge } from '#server/billing/stripe.ts';
import { consumeDiscount } from '#server/discounts/service.ts';
import { enqueueMail } from '#server/emails/enqueue.ts';
import { promotionToday } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, conflict, invalidBase, unavailable } from '#server/platform/errors.ts';
import { CHARGE_RETRY_DAYS } from '#shared/business.ts';
import { withFullMessages } from '#shared/errors.ts';
import { presentPromotion, statusFactsOf } from './presenter.ts';
import { type PromotionRow, promotionById } from './queries.ts';
import { displayStatus } from './state.ts';
import { type By, currentRecord, lockPromotion, mailFacts, refuseUnlessAllowed, SYSTEM } from './transition.ts';

const DAY_MS = 86_400_000;
/** An attempt this old was not answered by the call that made it. */
const STALE_MS = 30_000;
/** The bank will say the same again: the card is of no more use. */
const HARD_DECLINES = new Set([
  'expired_card',
  'lost_card',
  'stolen_card',
  'pickup_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
]);

/** Charges what a promotion owes. 409 in a wrong state or during another charge, 422 when declined, 503 while the outcome is unknown. */
export async function chargePromotion(deps: Deps, { id, by }: { id: number; by: By }): Promise<PromotionRow> {
  const attempt = await deps.db.$transaction((tx) => claim(deps, tx, id, by));
  const outcome = await call(deps, attempt);
  await settleAttempt(deps, attempt.id, outcome);
  const promotion = (await promotionById(deps.db, id, {}, ['book', 'category', 'partner', 'discount']))!;
  if (outcome.kind === 'unknown')
    throw unavailable('We do not know yet whether the charge went through. Please do not pay again; we are checking.');
  if (outcome.kind === 'declined') throw declined(deps, promotion, by);
  return promotion;
}

function declined(deps: Deps, promotion: PromotionRow, by: By) {
  const role = by.role === 'user' ? 'user' : 'partner';
  const presented = presentPromotion(promotion, {
    role,
    promotion_today: promotionToday(deps.now()),
    joins: ['stripe_errors'],
  });
  const message = presented.stripe_errors?.[0]?.message ?? 'The card was declined.';
  return new AppError(422, { errors: withFullMessages({ base: [message] }), promotion: presented });
}

async function claim(deps: Deps, tx: Tx, id: number, by: By): Promise<ChargeAttempt> {
  const promotion = await lockPromotion(tx, id, by);
  refuseUnlessAllowed(deps, 'charge', by, promotion);
  const earlier = await tx.chargeAttempt.findMany({ where: { promotion_id: id }, select: { state: true } });
  if (earlier.some(({ state }) => state === 'claimed'))
    throw conflict('A charge for this promotion is already under way.', currentRecord(deps, by, promotion));
  const card = await tx.creditCard.findFirst({
    where: { partner_id: promotion.partner_id, is_default: true, removed_at: null },
  });
  if (!card?.is_card_valid || isExpired(card, deps.now()))
    throw invalidBase('There is no valid default card. Please add one first.');
  const number = earlier.length + 1;
  return tx.chargeAttempt.create({
    data: {
      promotion_id: id,
      invoice_id: promotion.invoice_id!,
      partner_id: promotion.partner_id,
      credit_card_id: card.id,
      number,
      idempotency_key: `promo:${id}:attempt:${number}`,
      customer_id: promotion.partner.stripe_customer_id!,
      payment_method_id: card.payment_method_id,
      amount_cents: promotion.invoice!.total_cents,
      requested_by: by.role,
      claimed_at: deps.now(),
    },
  });
}

const call = (deps: Deps, attempt: ChargeAttempt) =>
  chargeOffSession(deps.stripe.api, {
    ...attempt,
    description: `Deckle promotion ${attempt.promotion_id}`,
    metadata: { promotion_id: String(attempt.promotion_id), attempt_id: String(attempt.id) },
  });

/** Writes down how an attempt ended. Whoever comes second, a webhook or the reconcile job, finds it settled. */
export async function settleAttempt(deps: Deps, id: number, outcome: ChargeOutcome): Promise<void> {
  if (outcome.kind === 'unknown') return;
  await deps.db.$transaction(async (tx) => {
    const found = await tx.chargeAttempt.findUniqueOrThrow({ where: { id } });
    const promotion = await lockPromotion(tx, found.promotion_id, SYSTEM);
    const state = outcome.kind === 'succeeded' ? 'succeeded' : 'failed';
    const payment_intent_id =
      outcome.kind === 'succeeded' ? outcome.payment_intent_id : outcome.decline.payment_intent_id;
    const settled = await tx.chargeAttempt.updateManyAndReturn({
      where: { id, state: 'claimed' },
      data: { state, payment_intent_id, settled_at: deps.now() },
    });
    const attempt = settled[0];
    if (!attempt) return;
    const from = displayStatus(statusFactsOf(promotion));
    const reason =
      outcome.kind === 'succeeded'
        ? await paid(deps, tx, attempt, outcome)
        : await failed(deps, tx, attempt, outcome.decline);
    const after = (await promotionById(tx, promotion.id, {}))!;
    const to = displayStatus(statusFactsOf(after));
    await tx.promotionEvent.create({
      data: {
        promotion_id: promotion.id,
        actor: attempt.requested_by,
        action: 'charge',
        from,
        to,
        reason,
        at: deps.now(),
      },
    });
  });
}

async function paid(deps: Deps, tx: Tx, attempt: ChargeAttempt, outcome: ChargeOutcome & { kind: 'succeeded' }) {
  const { promotion_id, invoice_id } = attempt;
  const { last4 } = await tx.creditCard.findUniqueOrThrow({ where: { id: attempt.credit_card_id } });
  const invoice = await tx.invoice.update({
    where: { id: invoice_id },
    data: {
      status: 'paid',
      payment_intent_id: outcome.payment_intent_id,
      card_last4: last4,
      paid_at: deps.now(),
      next_retry_at: null,
    },
  });
  await tx.promotion.update({ where: { id: promotion_id }, data: { paid_at: deps.now() } });
  await tx.stripeError.updateMany({ where: { promotion_id, resolved_at: null }, data: { resolved_at: deps.now() } });
  await tx.ledgerEntry.create({
    data: {
      invoice_id,
      kind: 'charge',
      amount_cents: outcome.amount_cents,
      stripe_id: outcome.charge_id,
      at: deps.now(),
    },
  });
  await consumeDiscount(tx, promotion_id);
  const promotion = (await promotionById(tx, promotion_id, {}, ['book', 'category', 'partner']))!;
  const props = {
    ...mailFacts(deps, promotion),
    total_cents: invoice.total_cents,
    invoice_number: invoiceNumber(invoice.number),
    card_last4: last4,
  };
  await enqueueMail(deps, tx, { to: promotion.partner!.uid, template: 'charge_succeeded', props });
  return null;
}

/** Tried again on days 1, 3 and 7, unless the bank will only say the same. */
async function failed(deps: Deps, tx: Tx, attempt: ChargeAttempt, decline: Decline) {
  const { promotion_id, invoice_id, credit_card_id } = attempt;
  const hopeless = HARD_DECLINES.has(decline.decline_code ?? '') || HARD_DECLINES.has(decline.code);
  if (hopeless) await tx.creditCard.update({ where: { id: credit_card_id }, data: { is_card_valid: false } });
  await tx.stripeError.create({ data: { promotion_id, ...decline, created_at: deps.now() } });
  const retries = await retryInstants(tx, promotion_id);
  const next_retry_at = hopeless ? null : (retries.find((at) => at > deps.now()) ?? null);
  await tx.invoice.update({
    where: { id: invoice_id },
    data: { status: 'failed', retry_count: { increment: 1 }, next_retry_at },
  });
  const promotion = (await promotionById(tx, promotion_id, {}, ['book', 'category', 'partner']))!;
  const billing_url = `${deps.config.appUrl}/partners/billing`;
  const props = {
    ...mailFacts(deps, promotion),
    total_cents: attempt.amount_cents,
    message: decline.message,
    billing_url,
  };
  await enqueueMail(deps, tx, { to: promotion.partner!.uid, template: 'charge_failed', props });
  return decline.message;
}

/** Counted from the first decline, so that charges by hand in between change nothing. */
async function retryInstants(tx: Tx, promotion_id: number) {
  const { created_at } = await tx.stripeError.findFirstOrThrow({ where: { promotion_id }, orderBy: { id: 'asc' } });
  return CHARGE_RETRY_DAYS.map((days) => new Date(created_at.getTime() + days * DAY_MS));
}

/** The queue's handler. What a person must mend first (no card, declined) is not retried by the queue. */
export async function chargeBySystem(deps: Deps, { id }: { id: number }) {
  await chargePromotion(deps, { id, by: SYSTEM }).catch(ignoreRefusal);
}

/** Charges again what was declined, on its day. */
export async function retryFailedCharges(deps: Deps) {
  const due = await deps.db.invoice.findMany({
    where: { status: 'failed', next_retry_at: { lte: deps.now() }, promotion_id: { not: null } },
    select: { promotion_id: true },
  });
  for (const { promotion_id } of due) await chargeBySystem(deps, { id: promotion_id! });
}

/** Asks Stripe again, with the same key, how the attempts ended whose answer never came; then what it holds for them. */
export async function reconcileCharges(deps: Deps) {
  const stale = new Date(deps.now().getTime() - STALE_MS);
  const open = await deps.db.chargeAttempt.findMany({ where: { state: 'claimed', claimed_at: { lte: stale } } });
  for (const attempt of open) {
    const outcome = await call(deps, attempt);
    const isSpent = outcome.kind === 'unknown' && outcome.key_is_spent;
    const found = isSpent ? findCharge(deps.stripe.api, { ...attempt, attempt_id: attempt.id }) : outcome;
    await settleAttempt(deps, attempt.id, await found);
  }
}

function ignoreRefusal(error: unknown) {
  if (!(error instanceof AppError)) throw error;
}
