/** Schemas of a promotion's results: the sales that its partner enters, and the figures derived from them. */
import * as z from 'zod';
import { STORES } from './business.ts';
import { CalendarDate, Id, MAX_ID } from './params.ts';
import { MAX_WINDOW_DAYS } from './result-figures.ts';

/** Enough for each day of 12 books at five stores. */
export const MAX_SALES_LINES = 2000;
const MAX_COPIES = 1_000_000;
const MAX_PAGES = 100_000_000;
const MAX_ROYALTY_CENTS = 100_000_000;

const saleAmounts = {
  /** Sales or downloads, less returns. */
  copies: z.int().min(-MAX_COPIES).max(MAX_COPIES),
  /** KENP pages read; on Amazon only. */
  pages: z.int().min(0).max(MAX_PAGES),
  royalty_cents: z.int().min(-MAX_ROYALTY_CENTS).max(MAX_ROYALTY_CENTS),
};

export const SalesLine = z.strictObject({
  /** The promoted book, or a later one of its series. */
  book_id: Id,
  store: z.enum(STORES),
  /** Null for a store's total. */
  sold_on: CalendarDate.nullable(),
  ...saleAmounts,
});
export type SalesLine = z.infer<typeof SalesLine>;

const terms = {
  /** Days after the newsletter's own day whose sales count. */
  window_days: z.int().min(1).max(MAX_WINDOW_DAYS),
  /** Copies per day before the promotion, or null if unknown. */
  baseline_per_day: z.number().min(0).max(100_000).nullable(),
  /** The value of a KENP page in millionths of a dollar. */
  kenp_micros: z.int().min(0).max(1_000_000),
};

export const ResultsInput = z.strictObject({
  ...terms,
  sales: z.array(SalesLine).max(MAX_SALES_LINES),
  /** The `updated_at` that the form started with. If the results have changed since, the response is 409 with them. */
  seen_updated_at: z.iso
    .datetime({ offset: true, error: 'must be a date and time, such as 2026-11-21T18:00:00Z' })
    .nullish(),
});
export type ResultsInput = z.infer<typeof ResultsInput>;

const Figures = z.object({
  copies: z.number(),
  extra_copies: z.number(),
  pages: z.number(),
  royalty_cents: z.number(),
  pages_cents: z.number(),
  book_revenue_cents: z.number(),
  series_revenue_cents: z.number(),
  revenue_cents: z.number(),
  cost_cents: z.int(),
  profit_cents: z.number(),
  cost_per_sale_cents: z.number().nullable(),
  return_ratio: z.number().nullable(),
  read_through: z.number().nullable(),
});

/**
 * The promoted book at one store. `cost_cents` is the store's part of the promotion's cost, in proportion to billable
 * clicks; null until those are counted, or if there are none.
 */
const StoreResult = z.object({
  store: z.enum(STORES),
  ...saleAmounts,
  revenue_cents: z.number(),
  cost_cents: z.int().nullable(),
  cost_per_sale_cents: z.number().nullable(),
  return_ratio: z.number().nullable(),
});

const Range = z.object({ low: z.number(), median: z.number(), high: z.number() });

export const PromotionResults = z.object({
  promotion_id: z.int(),
  ...terms,
  /** The days whose sales of the promoted book, and of later books, count. */
  window: z.object({ from: z.string(), to: z.string(), series_to: z.string() }),
  /** False until the clicks are counted: the cost can still change. */
  is_final: z.boolean(),
  sales: z.array(SalesLine),
  /** The time of the last save; null before the first one. */
  updated_at: z.string().nullable(),
  /** Null until sales are entered. */
  figures: Figures.nullable(),
  stores: z.array(StoreResult),
  /** Later books of the series by the same author, in order, with their sales. */
  series: z.array(
    z.object({
      book_id: z.int(),
      title: z.string(),
      series_number: z.int(),
      ...saleAmounts,
      /** Copies that count for another promotion, of this book or of an earlier one in the series. */
      counted_elsewhere: z.int(),
      revenue_cents: z.number(),
    }),
  ),
  /**
   * Median and quartiles of other partners' results in the category in the last 365 days, one value per partner. A
   * range is null for fewer than five partners.
   */
  comparison: z.object({
    category_name: z.string(),
    return_ratio: Range.nullable(),
    cost_per_sale_cents: Range.nullable(),
    read_through: Range.nullable(),
  }),
});
export type PromotionResults = z.infer<typeof PromotionResults>;
export type StoreResult = PromotionResults['stores'][number];
export const PromotionResultsResponse = z.object({ results: PromotionResults });

const MAX_SUMMARIES = 100;
const IdList = z
  .string()
  .max(MAX_SUMMARIES * (String(MAX_ID).length + 1))
  .transform((ids) => ids.split(',').map(Number))
  .pipe(z.array(Id).max(MAX_SUMMARIES));

export const ResultSummaryQuery = z.strictObject({ promotion_ids: IdList });
export const ResultSummaries = z.object({
  /** Only settled promotions with sales that count for them, in any order. */
  result_summaries: z.array(
    z.object({ promotion_id: z.int(), ...Figures.pick({ return_ratio: true, profit_cents: true }).shape }),
  ),
});
export type ResultSummary = z.infer<typeof ResultSummaries>['result_summaries'][number];
