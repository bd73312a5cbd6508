/** What a promotion costs: pure, in US cents, in this order: cost, discount, credit, total. */
import { MAX_PROMO_COST_CENTS, MIN_CHARGE_CENTS } from '#shared/business.ts';
import { type DiscountTerms, discountCents } from '#shared/discounts.ts';

/** Before discount and credit. The cap includes add-ons (docs/product.md#money). */
export const promotionCostCents = (
  billableClicks: number,
  cpcCents: number,
  addonCents: readonly number[],
  maxCostCents = MAX_PROMO_COST_CENTS,
) => Math.min(maxCostCents, billableClicks * cpcCents + addonCents.reduce((sum, cents) => sum + cents, 0));

export type Bill = {
  subtotal_cents: number;
  discount_cents: number;
  credit_cents: number;
  total_cents: number;
  /** The total was under the smallest charge and is not asked for. */
  waived: boolean;
};

export function billOf(facts: {
  billable_clicks: number;
  cpc_cents: number;
  addon_cents: readonly number[];
  max_cost_cents: number;
  discount: DiscountTerms | null;
  partner_credit_cents: number;
}): Bill {
  const subtotal_cents = promotionCostCents(
    facts.billable_clicks,
    facts.cpc_cents,
    facts.addon_cents,
    facts.max_cost_cents,
  );
  const discount_cents = discountCents(subtotal_cents, facts.discount);
  const owed = subtotal_cents - discount_cents;
  // What would be waived anyway uses up no credit.
  const credit_cents = owed < MIN_CHARGE_CENTS ? 0 : Math.min(facts.partner_credit_cents, owed);
  const total = owed - credit_cents;
  const waived = total > 0 && total < MIN_CHARGE_CENTS;
  return { subtotal_cents, discount_cents, credit_cents, total_cents: waived ? 0 : total, waived };
}
