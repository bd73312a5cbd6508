/** Invoice of a settled promotion, calculated by the application's price rule, and its payment. */

import { linesOf } from '#server/payments/invoice-lines.ts';
import { CHARGE_RETRY_DAYS } from '#shared/business.ts';
import { toIsoDate } from '#shared/dates.ts';
import { costOf } from '#shared/promotion-cost.ts';
import type { PlannedPromotion } from './calendar.ts';
import type { SeedDiscount } from './discounts.ts';
import { addSteps, type PromotionRow, type PromotionSeedContext } from './promotions.ts';

export type BillingOutcome = 'paid' | 'open' | 'failed';
export type Settlement = {
  planned: PlannedPromotion;
  promotion: PromotionRow;
  discount: SeedDiscount | null;
  settled_at: Date;
  outcome: BillingOutcome;
};
type BilledInvoice = { id: number; total_cents: number; payment_intent_id: string | null };

const DAY_MS = 86_400_000;
/** Seconds from the start of a charge to its result. */
const CHARGE_SECONDS = 4;

export function billPromotion(context: PromotionSeedContext & { nextInvoiceNumber(): number }, settlement: Settlement) {
  const { planned, promotion, discount, settled_at, outcome } = settlement;
  const { partner } = planned.book;
  const addon_cents = planned.hasTopSpot ? [planned.category.top_of_newsletter_addon_cents] : [];
  const { cpc_cents, max_cost_cents, clicks_billable } = promotion;
  const clicks = clicks_billable ?? 0;
  const cost = costOf({ cpc_cents, addon_cents, max_cost_cents, discount }, clicks, partner.credit_cents);
  const { subtotal_cents, discount_cents, credit_cents, total_cents } = cost;
  const bill = { subtotal_cents, discount_cents, credit_cents, total_cents };
  partner.credit_cents -= bill.credit_cents;
  const isPaid = outcome === 'paid' || bill.total_cents === 0;
  const isCharged = outcome === 'paid' && bill.total_cents > 0;
  const paid_at = new Date(settled_at.getTime() + (isCharged ? CHARGE_SECONDS * 1000 : 0));
  const invoice = context.rows.add('invoices', {
    number: context.nextInvoiceNumber(),
    partner_id: partner.id,
    promotion_id: promotion.id,
    invoice_type: 'promotion',
    date: toIsoDate(settled_at),
    lines: linesOf(
      {
        book_title: planned.book.title,
        date: planned.date,
        clicks,
        cpc_cents,
        max_cost_cents,
        addons: addon_cents.map((price_cents) => ({ label: 'Top spot in its category', price_cents })),
        discount_code: discount?.code ?? null,
      },
      cost,
    ),
    ...bill,
    status: isPaid ? 'paid' : outcome,
    payment_intent_id: isCharged ? `pi_demo${promotion.id}a1` : null,
    card_last4: isCharged ? partner.card.last4 : null,
    retry_count: 0,
    next_retry_at: null,
    paid_at: isPaid ? paid_at : null,
    created_at: settled_at,
  });
  const to = bill.total_cents > 0 ? 'awaiting payment' : 'successfully sent';
  addSteps(context, promotion, [{ actor: 'system', action: 'settle', from: 'successfully sent', to, at: settled_at }]);
  if (isCharged) addCharge(context, settlement, invoice as never);
  if (outcome === 'open' && !isPaid) addUnattemptedCharge(context, settlement);
  if (outcome === 'failed') addDeclines(context, settlement, invoice as never);
}

function addCharge(
  context: PromotionSeedContext,
  { planned, promotion, settled_at }: Settlement,
  invoice: BilledInvoice,
) {
  const chargedAt = new Date(settled_at.getTime() + CHARGE_SECONDS * 1000);
  addAttempt(context, {
    planned,
    promotion,
    invoice,
    number: 1,
    card: planned.book.partner.card,
    state: 'succeeded',
    at: settled_at,
  });
  context.rows.add('ledger_entries', {
    invoice_id: invoice.id,
    kind: 'charge',
    amount_cents: invoice.total_cents,
    stripe_id: `ch_demo${promotion.id}a1`,
    at: chargedAt,
  });
  addSteps(context, promotion, [
    { actor: 'system', action: 'charge', from: 'awaiting payment', to: 'successfully sent', at: chargedAt },
  ]);
}

/** Adds the event of a charge that wasn't attempted for lack of a valid card. */
function addUnattemptedCharge(context: PromotionSeedContext, { promotion, settled_at }: Settlement) {
  const at = new Date(settled_at.getTime() + CHARGE_SECONDS * 1000);
  const [from, to] = ['awaiting payment', 'awaiting payment'] as const;
  const reason = 'There is no valid default card.';
  addSteps(context, promotion, [{ actor: 'system', action: 'charge', from, to, at, reason }]);
}

/** Adds two declined charges: at the settlement and on the first retry day. Sets the next retry for the second. */
function addDeclines(
  context: PromotionSeedContext,
  { planned, promotion, settled_at }: Settlement,
  invoice: BilledInvoice,
) {
  const card = planned.book.partner.declining_card ?? planned.book.partner.card;
  const instants = [settled_at, new Date(settled_at.getTime() + CHARGE_RETRY_DAYS[0] * DAY_MS)];
  instants.forEach((at, index) => {
    addAttempt(context, { planned, promotion, invoice, number: index + 1, card, state: 'failed', at });
    context.rows.add('stripe_errors', {
      promotion_id: promotion.id,
      payment_intent_id: `pi_demo${promotion.id}a${index + 1}`,
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      created_at: at,
      resolved_at: null,
    });
    const from = index === 0 ? 'awaiting payment' : 'payment failed';
    addSteps(context, promotion, [
      { actor: 'system', action: 'charge', from, to: 'payment failed', at, reason: 'Your card was declined.' },
    ]);
  });
  Object.assign(invoice, {
    retry_count: 2,
    next_retry_at: new Date(settled_at.getTime() + CHARGE_RETRY_DAYS[1] * DAY_MS),
  });
}

type Attempt = {
  planned: PlannedPromotion;
  promotion: PromotionRow;
  invoice: BilledInvoice;
  number: number;
  card: { id: number; payment_method_id: string };
  state: 'succeeded' | 'failed';
  at: Date;
};

function addAttempt({ rows }: PromotionSeedContext, { planned, promotion, invoice, number, card, state, at }: Attempt) {
  rows.add('charge_attempts', {
    promotion_id: promotion.id,
    invoice_id: invoice.id,
    partner_id: planned.book.partner.id,
    credit_card_id: card.id,
    number,
    idempotency_key: `promo:${promotion.id}:attempt:${number}`,
    customer_id: planned.book.partner.customer_id,
    payment_method_id: card.payment_method_id,
    amount_cents: invoice.total_cents,
    state,
    payment_intent_id: `pi_demo${promotion.id}a${number}`,
    requested_by: 'system',
    claimed_at: at,
    settled_at: new Date(at.getTime() + CHARGE_SECONDS * 1000),
  });
}
