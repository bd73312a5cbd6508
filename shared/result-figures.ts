/** Figures of a promotion's results, calculated from its cost and the sales that its partner entered. Pure. */
import { formatCents } from './money.ts';
import type { InvoicedCost, PromotionMoney } from './promotion-cost.ts';

/** The days after the newsletter's own day that count, unless the partner changes them. */
export const DEFAULT_WINDOW_DAYS = 7;
export const MAX_WINDOW_DAYS = 30;
/** Later books of the series count for longer, because readers must finish the first one. */
export const SERIES_DAYS = 30;

/**
 * The value of a KENP page in millionths of a dollar, unless the partner changes it: the average that Kindle Unlimited
 * paid in the USA from July 2015 to November 2024.
 */
export const DEFAULT_KENP_MICROS = 4550;
export const KENP_SOURCE = {
  url: 'https://danieljtortora.com/blog/amazon-kdp-select-global-fund-payout',
  name: 'Daniel J. Tortora',
  month: 'January 2025',
};

export type SalesSums = { copies: number; pages: number; royalty_cents: number };

const NO_SALES: SalesSums = { copies: 0, pages: 0, royalty_cents: 0 };

export const sumSales = (lines: readonly SalesSums[]): SalesSums =>
  lines.reduce(
    (sum, { copies, pages, royalty_cents }) => ({
      copies: sum.copies + copies,
      pages: sum.pages + pages,
      royalty_cents: sum.royalty_cents + royalty_cents,
    }),
    NO_SALES,
  );

/**
 * The partner's total cost, by card and from credit. Before the invoice, it is the most that the clicks so far can
 * cost.
 */
export function spentCents({ so_far, invoiced }: Pick<PromotionMoney, 'so_far' | 'invoiced'>) {
  return invoiced ? invoicedSpend(invoiced) : (so_far?.total_cents ?? 0);
}

export const invoicedSpend = ({
  status,
  total_cents,
  credit_cents,
  refunded_cents,
}: Pick<InvoicedCost, 'status' | 'total_cents' | 'credit_cents' | 'refunded_cents'>) =>
  status === 'void' ? 0 : total_cents + credit_cents - refunded_cents;

export type ResultTerms = {
  cost_cents: number;
  window_days: number;
  baseline_per_day: number | null;
  kenp_micros: number;
};

export type ResultFigures = {
  /** Copies of the promoted book. */
  copies: number;
  /** Copies above the baseline. */
  extra_copies: number;
  pages: number;
  royalty_cents: number;
  /** The value of the pages. */
  pages_cents: number;
  /** Royalties of the extra copies, and the pages. */
  book_revenue_cents: number;
  series_revenue_cents: number;
  revenue_cents: number;
  cost_cents: number;
  profit_cents: number;
  /** Per extra copy; null without any. */
  cost_per_sale_cents: number | null;
  /** Revenue for each dollar of the cost; null if the promotion costs nothing. */
  return_ratio: number | null;
  /** Copies of later books for every 100 of the promoted one; null without sales of either. */
  read_through: number | null;
};

/** Calculates the figures. `book` has the promoted book's sales, `series` those of later books; null without any. */
export function resultFigures(terms: ResultTerms, book: SalesSums, series: SalesSums | null = null): ResultFigures {
  const share = extraShare(terms, book);
  const extra_copies = Math.round(book.copies * share * 10) / 10;
  const pages_cents = pagesCents(book.pages, terms.kenp_micros);
  const book_revenue_cents = Math.round(book.royalty_cents * share) + pages_cents;
  const series_revenue_cents = series ? series.royalty_cents + pagesCents(series.pages, terms.kenp_micros) : 0;
  const revenue_cents = book_revenue_cents + series_revenue_cents;
  const { cost_cents } = terms;
  return {
    ...book,
    extra_copies,
    pages_cents,
    book_revenue_cents,
    series_revenue_cents,
    revenue_cents,
    cost_cents,
    profit_cents: revenue_cents - cost_cents,
    cost_per_sale_cents: extra_copies > 0 ? Math.round(cost_cents / extra_copies) : null,
    return_ratio: cost_cents > 0 ? Math.round((100 * revenue_cents) / cost_cents) / 100 : null,
    read_through: series && book.copies > 0 ? Math.round((1000 * series.copies) / book.copies) / 10 : null,
  };
}

/** The part of the copies that is above the baseline, from 0 to 1. */
export function extraShare({ window_days, baseline_per_day }: ResultTerms, { copies }: SalesSums) {
  if (!baseline_per_day || copies <= 0) return 1;
  return Math.max(0, copies - baseline_per_day * (window_days + 1)) / copies;
}

export const pagesCents = (pages: number, kenp_micros: number) => Math.round((pages * kenp_micros) / 10_000);

/** Splits an amount by weights into whole cents that add up to it; all null if the weights add up to 0. */
export function splitCents(cents: number, weights: readonly number[]): (number | null)[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => null);
  const parts = weights.map((weight) => Math.floor((cents * weight) / sum));
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (cents * weight) % sum }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const missing = cents - parts.reduce((total, part) => total + part, 0);
  for (const { index } of byRemainder.slice(0, missing)) parts[index]! += 1;
  return parts;
}

/** Median and quartiles of the values, interpolated like Postgres's `percentile_cont`. */
export function quartiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => {
    const position = part * (sorted.length - 1);
    const below = sorted[Math.floor(position)]!;
    return below + (sorted[Math.ceil(position)]! - below) * (position % 1);
  };
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}

/** '$2.40 per $1 spent', or the profit of a promotion that cost nothing. */
export const returnText = ({ return_ratio, profit_cents }: Pick<ResultFigures, 'return_ratio' | 'profit_cents'>) =>
  return_ratio === null ? `Profit ${formatCents(profit_cents)}` : `${formatCents(return_ratio * 100)} per $1 spent`;
