/** The lines of a promotion's invoice, which add up to its total. */
import type { InvoiceLine } from '#shared/billing.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import type { Cost } from '#shared/promotion-cost.ts';

export type BilledItems = {
  book_title: string;
  date: string;
  clicks: number;
  cpc_cents: number;
  addons: readonly { label: string; price_cents: number }[];
  max_cost_cents: number;
  discount_code: string | null;
};

export function linesOf({ addons, ...billed }: BilledItems, cost: Cost): InvoiceLine[] {
  const charges = [
    line(
      `Billable clicks on “${billed.book_title}”, newsletter for ${formatDate(billed.date)}`,
      billed.clicks,
      billed.cpc_cents,
    ),
    ...addons.map(({ label, price_cents }) => line(label, 1, price_cents)),
  ];
  const cap = `Capped: a promotion never costs more than ${formatCents(billed.max_cost_cents)}`;
  return [
    ...charges,
    ...deduction(cap, cost.over_cap_cents),
    ...deduction(billed.discount_code ? `Discount ${billed.discount_code}` : 'Discount', cost.discount_cents),
    ...deduction('Credit applied', cost.credit_cents),
    ...deduction('Waived (below minimum charge)', cost.waived_cents),
  ];
}

const line = (description: string, quantity: number, unit_cents: number): InvoiceLine => ({
  description,
  quantity,
  unit_cents,
  amount_cents: quantity * unit_cents,
});

const deduction = (description: string, cents: number) => (cents ? [line(description, 1, -cents)] : []);
