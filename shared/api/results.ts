/** Sales after promotions, and the figures calculated from them. */
import { PromotionResultsResponse, ResultSummaries, ResultSummaryQuery, ResultsInput } from '#shared/results.ts';
import {
  SalesMappingInput,
  SalesMappingResponse,
  SalesReportQuery,
  SalesReportResponse,
} from '#shared/sales-report.ts';
import { type Api, conflictWith } from './operation.ts';

export const resultsApi = {
  list: {
    method: 'get',
    path: '/api/v1/promotion_results',
    summary: 'List the revenue per dollar spent and the profit of your settled promotions with sales',
    access: 'partner',
    query: ResultSummaryQuery,
    exampleQuery: { promotion_ids: '1,2' },
    responses: { 200: ResultSummaries },
  },
  csv: {
    method: 'get',
    path: '/api/v1/promotion_results.csv',
    summary: 'Export all sales you entered, with the figures of their promotions, as CSV',
    access: 'partner',
    responses: { 200: 'text/csv' },
  },
  show: {
    method: 'get',
    path: '/api/v1/promotions/{id}/results',
    summary: 'Get a promotion’s sales, cost per sale, profit, and revenue per dollar spent',
    details:
      'Later books in the series count for 30 days after the newsletter. `comparison` has the median and quartiles of other partners for each figure; a figure that fewer than five of them have is null.',
    access: 'owner or user',
    responses: { 200: PromotionResultsResponse },
  },
  save: {
    method: 'patch',
    path: '/api/v1/promotions/{id}/results',
    summary: 'Replace the sales of a promotion that was sent',
    details:
      'A line has a store’s sales for one day, or its total if `sold_on` is null. Amounts are in US dollars; convert other currencies first. Send `seen_updated_at`, the `updated_at` of the results that you started from, to get a 409 with the current results instead of replacing sales that were saved since then.',
    access: 'owner',
    body: ResultsInput,
    example: {
      window_days: 7,
      baseline_per_day: 1.5,
      kenp_micros: 4550,
      sales: [{ book_id: 1, store: 'amazon', sold_on: null, copies: 84, pages: 5200, royalty_cents: 2900 }],
    },
    responses: { 200: PromotionResultsResponse, 409: conflictWith(PromotionResultsResponse.shape) },
  },
  readReport: {
    method: 'post',
    path: '/api/v1/promotions/{id}/sales_report',
    summary: 'Read a sales report, and save its sales with `save=true`',
    details:
      'An .xlsx workbook, such as KDP’s report, or CSV, of at most 5 MB and 100,000 rows. The response has the sales by book, store, and day; the numbers of rows that count, that don’t, and that can’t be read; and the first 50 rows that can’t be read. Sheets with unknown columns need `POST /sales_mappings` first. Saving replaces the days of the books and stores in the report, listed in `replaced`, and keeps amounts that it has no column for.',
    access: 'owner',
    rateLimited: 'sales reports',
    query: SalesReportQuery,
    body: { file: 'report' },
    responses: { 200: SalesReportResponse, 409: conflictWith({}) },
  },
  saveMapping: {
    method: 'post',
    path: '/api/v1/sales_mappings',
    summary: 'Save which fields the columns of your reports contain',
    access: 'partner',
    body: SalesMappingInput,
    example: {
      header: ['Sold on', 'Name', 'Units'],
      mapping: { columns: ['date', 'title', 'copies'], store: 'kobo', day_first: false },
    },
    responses: { 200: SalesMappingResponse },
  },
} satisfies Api;
