import { MIN_CHARGE_CENTS } from '#shared/business.ts';
import { type DiscountTerms, discountCents } from '#shared/discounts.ts';
import { formatCents } from '#shared/money.ts';
import type { Estimate } from '#shared/promotions.ts';

/** In US cents, as the invoice will have it before credit: add-ons under the ceiling, the discount off, and nothing that is too small to be asked for. */
export function estimatedCost(estimate: Estimate, addon_cents: number, discount: DiscountTerms | null) {
  const costOf = (clicks_cents: number) => {
    const cost = Math.min(estimate.max_cost_cents, clicks_cents + addon_cents);
    const owed = cost - discountCents(cost, discount);
    return owed < MIN_CHARGE_CENTS ? 0 : owed;
  };
  return {
    most_cents: costOf(estimate.max_cost_cents),
    low_cents: costOf(estimate.typical_low_cents),
    high_cents: costOf(estimate.typical_high_cents),
  };
}

/** '10% off', '$5.00 off from $20.00'. */
export function discountText({ kind, value, min_cost_cents }: DiscountTerms) {
  const worth = kind === 'percent' ? `${value}% off` : `${formatCents(value)} off`;
  return min_cost_cents ? `${worth} from ${formatCents(min_cost_cents)}` : worth;
}

/** 'typically $20.25 to $25.20', or one amount where both ends meet. */
export const typicalText = ({ low_cents, high_cents }: { low_cents: number; high_cents: number }) =>
  low_cents === high_cents
    ? `typically ${formatCents(low_cents)}`
    : `typically ${formatCents(low_cents)} to ${formatCents(high_cents)}`;
