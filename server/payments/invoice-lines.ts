/** What a promotion's invoice says, line by line; the lines add up to its total. */
import type { InvoiceLine } from '#shared/billing.ts';
import { formatCents } from '#shared/money.ts';
import type { Bill } from './cost.ts';

export type ChargedFor = {
  book_title: string;
  date: string;
  clicks: number;
  cpc_cents: number;
  addons: readonly { label: string; price_cents: number }[];
  max_cost_cents: number;
  discount_code: string | null;
};

export function linesOf({ addons, ...what }: ChargedFor, bill: Bill): InvoiceLine[] {
  const full = [
    line(`Billable clicks on "${what.book_title}", newsletter of ${what.date}`, what.clicks, what.cpc_cents),
    ...addons.map(({ label, price_cents }) => line(label, 1, price_cents)),
  ];
  const beforeCap = full.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const cap = `Capped: a promotion never costs more than ${formatCents(what.max_cost_cents)}`;
  const rest = bill.subtotal_cents - bill.discount_cents - bill.credit_cents;
  return [
    ...full,
    ...less(cap, beforeCap - bill.subtotal_cents),
    ...less(['Discount', what.discount_code ?? []].flat().join(' '), bill.discount_cents),
    ...less('Your credit', bill.credit_cents),
    ...less('Waived: too small to charge', bill.waived ? rest : 0),
  ];
}

const line = (description: string, quantity: number, unit_cents: number): InvoiceLine => ({
  description,
  quantity,
  unit_cents,
  amount_cents: quantity * unit_cents,
});

const less = (description: string, cents: number) => (cents ? [line(description, 1, -cents)] : []);
