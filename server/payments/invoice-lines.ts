/** The lines of a promotion's invoice, which add up to its total. */
import type { InvoiceLine } from '#shared/billing.ts';
import { formatCents } from '#shared/money.ts';
import type { Cost } from '#shared/promotion-cost.ts';

export type ChargedFor = {
  book_title: string;
  date: string;
  clicks: number;
  cpc_cents: number;
  addons: readonly { label: string; price_cents: number }[];
  max_cost_cents: number;
  discount_code: string | null;
};

export function linesOf({ addons, ...what }: ChargedFor, cost: Cost): InvoiceLine[] {
  const full = [
    line(`Billable clicks on "${what.book_title}", newsletter for ${what.date}`, what.clicks, what.cpc_cents),
    ...addons.map(({ label, price_cents }) => line(label, 1, price_cents)),
  ];
  const cap = `Capped: a promotion never costs more than ${formatCents(what.max_cost_cents)}`;
  return [
    ...full,
    ...less(cap, cost.over_cap_cents),
    ...less(['Discount', what.discount_code ?? []].flat().join(' '), cost.discount_cents),
    ...less('Your credit', cost.credit_cents),
    ...less('Waived (below minimum charge)', cost.waived_cents),
  ];
}

const line = (description: string, quantity: number, unit_cents: number): InvoiceLine => ({
  description,
  quantity,
  unit_cents,
  amount_cents: quantity * unit_cents,
});

const less = (description: string, cents: number) => (cents ? [line(description, 1, -cents)] : []);
