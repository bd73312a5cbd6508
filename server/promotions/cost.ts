/** A stored promotion's facts for the shared price rule. */
import type { Invoice, Promotion, PromotionAddon } from '#prisma';
import type { InvoiceLine } from '#shared/billing.ts';
import type { DiscountTerms } from '#shared/discounts.ts';
import { type CostTerms, highestCost, moneyOf, type PromotionMoney } from '#shared/promotion-cost.ts';
import { displayStatus, statusFactsOf } from './state.ts';

type Booked = Pick<Promotion, 'cpc_cents' | 'max_cost_cents'> & {
  addons: readonly Pick<PromotionAddon, 'state' | 'price_cents'>[];
  /** The code's terms when it was reserved. */
  discount_use: DiscountTerms | null;
};
type Counted = { clicks_so_far: number | null; invoice: Invoice | null };

const NEVER_RUNS = ['cancelled', 'declined', 'unable to send'];

const costTerms = ({ cpc_cents, max_cost_cents, addons, discount_use }: Booked): CostTerms => ({
  ...{ cpc_cents, max_cost_cents, discount: discount_use },
  addon_cents: addons.filter(({ state }) => state !== 'released').map(({ price_cents }) => price_cents),
});

export const promotionMoney = (promotion: Booked & Counted & Parameters<typeof statusFactsOf>[0]): PromotionMoney =>
  moneyOf({
    terms: costTerms(promotion),
    is_off: NEVER_RUNS.includes(displayStatus(statusFactsOf(promotion))),
    clicks: promotion.clicks_so_far,
    invoice: promotion.invoice && { ...promotion.invoice, lines: promotion.invoice.lines as InvoiceLine[] },
  });

/** For emails before the send. */
export function maximumCost(promotion: Booked) {
  const most = highestCost(costTerms(promotion));
  return { max_cost_cents: most.total_cents, most };
}
