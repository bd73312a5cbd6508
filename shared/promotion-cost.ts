/**
 * The cost of a promotion in US cents: pure, and the only place that calculates it. Screens, emails, files, and the API
 * all show its results. It adds up clicks and add-ons, and then applies the cap, the discount code, credit, and the
 * waiver, in this order. See docs/decisions/0090-one-function-for-a-promotions-cost.md.
 */
import { MIN_CHARGE_CENTS } from './business.ts';
import type { DiscountTerms } from './discounts.ts';
import type { DisplayStatus } from './status.ts';

export type CostTerms = {
  cpc_cents: number;
  addon_cents: readonly number[];
  /** The cap, which includes add-ons. */
  max_cost_cents: number;
  discount: DiscountTerms | null;
};

/**
 * The total with its parts: clicks + add-ons - over the cap = subtotal; subtotal - discount - credit - waived = total.
 */
export type Cost = {
  clicks_cents: number;
  addons_cents: number;
  over_cap_cents: number;
  subtotal_cents: number;
  discount_cents: number;
  credit_cents: number;
  /** A remainder that is too small to charge. */
  waived_cents: number;
  total_cents: number;
};

export type InvoicedCost = Cost & {
  status: 'open' | 'paid' | 'failed' | 'void' | 'refunded';
  refunded_cents: number;
};

/** A promotion's cost at each stage. Only the invoice takes off credit, so `most` and `so_far` leave it out. */
export type PromotionMoney = {
  /** The most the partner can pay; zero for a promotion that won't run. */
  most: Cost;
  /** The most that the clicks so far can cost; null before the send and once there is an invoice. */
  so_far: Cost | null;
  invoiced: InvoicedCost | null;
};

/** The cost of a number of billable clicks. */
export function costOf(terms: CostTerms, billable_clicks: number, available_credit_cents = 0): Cost {
  const clicks_cents = billable_clicks * terms.cpc_cents;
  const addons_cents = sumOf(terms.addon_cents);
  const subtotal_cents = Math.min(terms.max_cost_cents, clicks_cents + addons_cents);
  const discount_cents = discountCents(subtotal_cents, terms.discount);
  const owed = subtotal_cents - discount_cents;
  // An amount that would be waived anyway uses up no credit.
  const credit_cents = owed < MIN_CHARGE_CENTS ? 0 : Math.min(available_credit_cents, owed);
  const remainder = owed - credit_cents;
  const waived_cents = remainder < MIN_CHARGE_CENTS ? remainder : 0;
  return {
    clicks_cents,
    addons_cents,
    over_cap_cents: clicks_cents + addons_cents - subtotal_cents,
    subtotal_cents,
    discount_cents,
    credit_cents,
    waived_cents,
    total_cents: remainder - waived_cents,
  };
}

/**
 * The highest cost of at most `clicks` billable clicks, or of any number of them. With a code that has a minimum cost,
 * fewer clicks can cost more than all of them.
 */
export function highestCost(terms: CostTerms, clicks = Number.POSITIVE_INFINITY): Cost {
  const maxClicks = Math.min(clicks, clicksUntilCap(terms));
  const { min_cost_cents } = terms.discount ?? {};
  const maxClicksWithoutCode = min_cost_cents ? clicksUnder(terms, min_cost_cents) : maxClicks;
  const costs = [maxClicks, Math.min(maxClicks, maxClicksWithoutCode)].map((count) =>
    costOf(terms, Math.max(0, count)),
  );
  return costs.reduce((highest, cost) => (cost.total_cents > highest.total_cents ? cost : highest));
}

/** A promotion's columns and joined rows that determine its cost. */
type BookedCost = Pick<CostTerms, 'cpc_cents' | 'max_cost_cents'> & {
  addons: readonly { state: 'held' | 'confirmed' | 'released'; price_cents: number }[];
  /** The code's terms when it was reserved. */
  discount_use: DiscountTerms | null;
};

const costTerms = ({ cpc_cents, max_cost_cents, addons, discount_use }: BookedCost): CostTerms => ({
  ...{ cpc_cents, max_cost_cents, discount: discount_use },
  addon_cents: addons.filter(({ state }) => state !== 'released').map(({ price_cents }) => price_cents),
});

/** The most that a promotion can cost, for emails before the send. */
export function maximumCost(promotion: BookedCost) {
  const most = highestCost(costTerms(promotion));
  return { max_cost_cents: most.total_cents, most };
}

const NEVER_RUNS: readonly DisplayStatus[] = ['cancelled', 'declined', 'unable to send'];

type CountedCost = BookedCost & {
  clicks_so_far: number | null;
  invoice: (Omit<InvoiceAmounts, 'lines'> & { lines: unknown }) | null;
};

/** The cost of a stored promotion with this display status. */
export const promotionMoney = (promotion: CountedCost, status: DisplayStatus): PromotionMoney =>
  moneyOf({
    terms: costTerms(promotion),
    is_off: NEVER_RUNS.includes(status),
    clicks: promotion.clicks_so_far,
    invoice: promotion.invoice && {
      ...promotion.invoice,
      lines: promotion.invoice.lines as InvoiceAmounts['lines'],
    },
  });

/** The number of clicks above which clicks are free. */
export const clicksUntilCap = ({ cpc_cents, addon_cents, max_cost_cents }: Omit<CostTerms, 'discount'>) =>
  cpc_cents > 0 ? Math.ceil(Math.max(0, max_cost_cents - sumOf(addon_cents)) / cpc_cents) : 0;

/**
 * The most clicks that cost less than an amount, add-ons included; negative if the add-ons alone cost as much, and 0 if
 * clicks are free.
 */
const clicksUnder = ({ cpc_cents, addon_cents }: CostTerms, cents: number) =>
  cpc_cents > 0 ? Math.floor((cents - 1 - sumOf(addon_cents)) / cpc_cents) : 0;

type Facts = {
  terms: CostTerms;
  /** True for a promotion that won't run: it was declined or canceled, or couldn't be sent. */
  is_off: boolean;
  /** Clicks from the newsletter, before exclusions; null before the send. */
  clicks: number | null;
  invoice: InvoiceAmounts | null;
};

/** A promotion's cost at its current stage. */
export function moneyOf({ terms, is_off, clicks, invoice }: Facts): PromotionMoney {
  if (invoice) return { most: highestCost(terms), so_far: null, invoiced: invoicedCost(invoice) };
  if (is_off) return { most: costOf({ ...terms, addon_cents: [] }, 0), so_far: null, invoiced: null };
  return { most: highestCost(terms), so_far: clicks === null ? null : highestCost(terms, clicks), invoiced: null };
}

export type InvoiceAmounts = Pick<InvoicedCost, 'subtotal_cents' | 'discount_cents' | 'credit_cents' | 'total_cents'> &
  Pick<InvoicedCost, 'status' | 'refunded_cents'> & { lines: readonly { amount_cents: number }[] };

/** The parts of a promotion's invoice. Its first line is the clicks; the other positive lines are add-ons. */
export function invoicedCost({ lines, status, refunded_cents, ...amounts }: InvoiceAmounts): InvoicedCost {
  const { subtotal_cents, discount_cents, credit_cents, total_cents } = amounts;
  const clicks_cents = lines[0]?.amount_cents ?? 0;
  const addons_cents = sumOf(lines.slice(1).map(({ amount_cents }) => Math.max(0, amount_cents)));
  return {
    clicks_cents,
    addons_cents,
    over_cap_cents: clicks_cents + addons_cents - subtotal_cents,
    subtotal_cents,
    discount_cents,
    credit_cents,
    waived_cents: subtotal_cents - discount_cents - credit_cents - total_cents,
    total_cents,
    status,
    refunded_cents,
  };
}

/**
 * The discount in US cents; 0 for a cost below `min_cost_cents`. Percentages round half up, and a fixed discount never
 * exceeds the cost.
 */
export function discountCents(costCents: number, discount: DiscountTerms | null) {
  if (!discount || (discount.min_cost_cents !== null && costCents < discount.min_cost_cents)) return 0;
  if (discount.kind === 'fixed_cents') return Math.min(discount.value, costCents);
  return Math.floor((costCents * discount.value + 50) / 100);
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
