import { formatCents } from '#shared/money.ts';
import type { Estimate } from '#shared/promotions.ts';

export type Discounted = { kind: 'percent' | 'fixed_cents'; value: number };

/** The estimate with add-ons under the ceiling and the discount taken off, in US cents, as the invoice will do it. */
export function estimatedCost(estimate: Estimate, addon_cents: number, discount: Discounted | null) {
  const costOf = (clicks_cents: number) => {
    const cost = Math.min(estimate.max_cost_cents, clicks_cents + addon_cents);
    return cost - discountOf(cost, discount);
  };
  return {
    most_cents: costOf(estimate.max_cost_cents),
    low_cents: costOf(estimate.typical_low_cents),
    high_cents: costOf(estimate.typical_high_cents),
  };
}

function discountOf(cost: number, discount: Discounted | null) {
  if (!discount) return 0;
  return discount.kind === 'percent' ? Math.floor((cost * discount.value + 50) / 100) : Math.min(discount.value, cost);
}

/** '10% off', '$5.00 off'. */
export const discountText = ({ kind, value }: Discounted) =>
  kind === 'percent' ? `${value}% off` : `${formatCents(value)} off`;

/** 'typically $20.25 to $25.20', or one amount where both ends meet. */
export const typicalText = ({ low_cents, high_cents }: { low_cents: number; high_cents: number }) =>
  low_cents === high_cents
    ? `typically ${formatCents(low_cents)}`
    : `typically ${formatCents(low_cents)} to ${formatCents(high_cents)}`;
