/** A promotion's cost in words, the same on every screen and in every email. */
import { MIN_CHARGE_CENTS } from './business.ts';
import { formatCents } from './money.ts';
import type { Cost, InvoicedCost, PromotionMoney } from './promotion-cost.ts';

/** '$25.60 − $6.40 code = $19.20', or only the total if there are no reductions. */
export function costText(cost: Cost): string {
  const off = reductionsOf(cost).map(([name, cents]) => ` − ${formatCents(cents)} ${name}`);
  const total = formatCents(cost.total_cents);
  return off.length ? `${formatCents(cost.subtotal_cents)}${off.join('')} = ${total}` : total;
}

const reductionsOf = ({ discount_cents, credit_cents, waived_cents }: Cost) =>
  (
    [
      ['code', discount_cents],
      ['credit', credit_cents],
      ['waived', waived_cents],
    ] as const
  ).filter(([, cents]) => cents > 0);

/** The parts of a cost as labels and amounts, without zeros, and the total last. */
export function costRows(cost: Cost): [label: string, amount: string][] {
  const rows: [string, number][] = [
    ['Clicks', cost.clicks_cents],
    ['Add-ons', cost.addons_cents],
    ['Above the cap', -cost.over_cap_cents],
    ['Discount code', -cost.discount_cents],
    ['Credit', -cost.credit_cents],
    ['Waived', -cost.waived_cents],
  ];
  return [
    ...rows.filter(([, cents]) => cents !== 0).map(([label, cents]): [string, string] => [label, formatCents(cents)]),
    ['Total', formatCents(cost.total_cents)],
  ];
}

/** '$13.20', or '$0.00 (under $0.50 is waived)' while the clicks so far would be waived. */
const soFarText = (cost: Cost): string => formatCents(cost.total_cents) + waivedNote(cost);

/** ' (under $0.50 is waived)' if a cost is waived, otherwise ''. */
export const waivedNote = ({ waived_cents }: Pick<Cost, 'waived_cents'>): string =>
  waived_cents > 0 ? ` (under ${formatCents(MIN_CHARGE_CENTS)} is waived)` : '';

/**
 * 'Nothing to pay', 'At most $45.00', '$13.20 so far, at most $45.00', or '$25.60 − $6.40 code = $19.20' once invoiced.
 */
export function moneyText({ most, so_far, invoiced }: PromotionMoney): string {
  if (invoiced) return invoicedText(invoiced);
  if (most.total_cents === 0) return 'Nothing to pay';
  const maximum = formatCents(most.total_cents);
  return so_far ? `${soFarText(so_far)} so far, at most ${maximum}` : `At most ${maximum}`;
}

function invoicedText(invoiced: InvoicedCost) {
  if (invoiced.status === 'void') return `${formatCents(invoiced.total_cents)} invoice voided; nothing is due`;
  const { refunded_cents } = invoiced;
  return `${costText(invoiced)}${refunded_cents > 0 ? `, ${formatCents(refunded_cents)} refunded` : ''}`;
}

/** An invoice as figures: the total and the refunded amount, or 'Void'. */
export const invoicedFigures = ({
  status,
  total_cents,
  refunded_cents,
}: InvoicedCost): [label: string, value: string][] =>
  status === 'void'
    ? [['Invoice', 'Void']]
    : [
        ['Total', formatCents(total_cents)],
        ...(refunded_cents > 0 ? [['Refunded', formatCents(refunded_cents)] satisfies [string, string]] : []),
      ];
