/** A settled promotion's invoice, calculated by the application's price rule, and its payment. */

import { type Bill, billOf } from '#server/payments/cost.ts';
import type { InvoiceLine } from '#shared/billing.ts';
import { CHARGE_RETRY_DAYS } from '#shared/business.ts';
import { dateText } from '#shared/dates.ts';
import type { Run } from './calendar.ts';
import type { SeedDiscount } from './discounts.ts';
import { addSteps, type PromotionRow, type World } from './promotions.ts';

export type Outcome = 'paid' | 'open' | 'failed';
export type Settlement = {
  run: Run;
  promotion: PromotionRow;
  discount: SeedDiscount | null;
  settled_at: Date;
  outcome: Outcome;
};
type BilledInvoice = { id: number; total_cents: number; payment_intent_id: string | null };

const DAY_MS = 86_400_000;
/** Seconds from the settlement to Stripe's answer. */
const CHARGE_SECONDS = 4;

export function billPromotion(world: World & { nextInvoiceNumber(): number }, settlement: Settlement) {
  const { run, promotion, discount, settled_at, outcome } = settlement;
  const { partner } = run.book;
  const addon_cents = run.top ? [run.category.top_of_newsletter_addon_cents] : [];
  const { cpc_cents, max_cost_cents, clicks_billable } = promotion;
  const terms = { billable_clicks: clicks_billable ?? 0, cpc_cents, addon_cents, max_cost_cents, discount };
  const { waived, ...bill } = billOf({ ...terms, partner_credit_cents: partner.credit_cents });
  partner.credit_cents -= bill.credit_cents;
  const isPaid = outcome === 'paid' || bill.total_cents === 0;
  const isCharged = outcome === 'paid' && bill.total_cents > 0;
  const paid_at = new Date(settled_at.getTime() + (isCharged ? CHARGE_SECONDS * 1000 : 0));
  const invoice = world.rows.add('invoices', {
    number: world.nextInvoiceNumber(),
    partner_id: partner.id,
    promotion_id: promotion.id,
    invoice_type: 'promotion',
    date: dateText(settled_at),
    lines: linesOf(settlement, terms, { ...bill, waived }),
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
  addSteps(world, promotion, [{ actor: 'system', action: 'settle', from: 'successfully sent', to, at: settled_at }]);
  if (isCharged) addCharge(world, settlement, invoice as never);
  if (outcome === 'open' && !isPaid) addMissingCard(world, settlement);
  if (outcome === 'failed') addDeclines(world, settlement, invoice as never);
}

type Terms = { billable_clicks: number; cpc_cents: number; addon_cents: number[] };

/** Invoice lines that add up to the total, with the settlement's texts. */
function linesOf({ run, discount }: Settlement, terms: Terms, bill: Bill): InvoiceLine[] {
  const line = (description: string, quantity: number, unit_cents: number) => ({
    ...{ description, quantity, unit_cents },
    amount_cents: quantity * unit_cents,
  });
  const clicks = `Billable clicks on "${run.book.title}", newsletter of ${run.date}`;
  const lines = [
    line(clicks, terms.billable_clicks, terms.cpc_cents),
    ...terms.addon_cents.map((cents) => line('Top of the newsletter', 1, cents)),
  ];
  const full = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const less = (description: string, cents: number) => (cents ? [line(description, 1, -cents)] : []);
  const rest = bill.subtotal_cents - bill.discount_cents - bill.credit_cents;
  return [
    ...lines,
    ...less('Capped: a promotion never costs more than $60.00', full - bill.subtotal_cents),
    ...less(`Discount ${discount?.code}`, bill.discount_cents),
    ...less('Your credit', bill.credit_cents),
    ...less('Waived: too small to charge', bill.waived ? rest : 0),
  ];
}

function addCharge(world: World, { run, promotion, settled_at }: Settlement, invoice: BilledInvoice) {
  const settledAt = new Date(settled_at.getTime() + CHARGE_SECONDS * 1000);
  addAttempt(world, {
    run,
    promotion,
    invoice,
    number: 1,
    card: run.book.partner.card,
    state: 'succeeded',
    at: settled_at,
  });
  world.rows.add('ledger_entries', {
    invoice_id: invoice.id,
    kind: 'charge',
    amount_cents: invoice.total_cents,
    stripe_id: `ch_demo${promotion.id}a1`,
    at: settledAt,
  });
  addSteps(world, promotion, [
    { actor: 'system', action: 'charge', from: 'awaiting payment', to: 'successfully sent', at: settledAt },
  ]);
}

/** No charge was attempted: the invoice waits for a card. */
function addMissingCard(world: World, { promotion, settled_at }: Settlement) {
  const at = new Date(settled_at.getTime() + CHARGE_SECONDS * 1000);
  const [from, to] = ['awaiting payment', 'awaiting payment'] as const;
  const reason = 'There is no valid default card.';
  addSteps(world, promotion, [{ actor: 'system', action: 'charge', from, to, at, reason }]);
}

/** Declined at the settlement and again on the first retry day; the next retry is still to come. */
function addDeclines(world: World, { run, promotion, settled_at }: Settlement, invoice: BilledInvoice) {
  const card = run.book.partner.declining_card ?? run.book.partner.card;
  const instants = [settled_at, new Date(settled_at.getTime() + CHARGE_RETRY_DAYS[0] * DAY_MS)];
  instants.forEach((at, index) => {
    addAttempt(world, { run, promotion, invoice, number: index + 1, card, state: 'failed', at });
    world.rows.add('stripe_errors', {
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
    addSteps(world, promotion, [
      { actor: 'system', action: 'charge', from, to: 'payment failed', at, reason: 'Your card was declined.' },
    ]);
  });
  Object.assign(invoice, {
    retry_count: 2,
    next_retry_at: new Date(instants[1]!.getTime() + CHARGE_RETRY_DAYS[1] * DAY_MS),
  });
}

type Attempt = {
  run: Run;
  promotion: PromotionRow;
  invoice: BilledInvoice;
  number: number;
  card: { id: number; payment_method_id: string };
  state: 'succeeded' | 'failed';
  at: Date;
};

function addAttempt({ rows }: World, { run, promotion, invoice, number, card, state, at }: Attempt) {
  rows.add('charge_attempts', {
    promotion_id: promotion.id,
    invoice_id: invoice.id,
    partner_id: run.book.partner.id,
    credit_card_id: card.id,
    number,
    idempotency_key: `promo:${promotion.id}:attempt:${number}`,
    customer_id: run.book.partner.customer_id,
    payment_method_id: card.payment_method_id,
    amount_cents: invoice.total_cents,
    state,
    payment_intent_id: `pi_demo${promotion.id}a${number}`,
    requested_by: 'system',
    claimed_at: at,
    settled_at: new Date(at.getTime() + CHARGE_SECONDS * 1000),
  });
}
