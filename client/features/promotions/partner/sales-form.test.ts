import { expect, it } from 'vitest';
import type { PromotionResults } from '#shared/results.ts';
import { salesBody, salesValues } from './sales-form.ts';

const RESULTS = {
  window_days: 7,
  baseline_per_day: null,
  kenp_micros: 4550,
  sales: [{ book_id: 3, store: 'kobo', sold_on: '2026-11-21', copies: -1, pages: 0, royalty_cents: -35 }],
} as unknown as PromotionResults;

it('adds a line for each store without sales, and sends only the lines that are filled in', () => {
  const values = salesValues(RESULTS, 3, ['kobo', 'amazon', 'ibooks']);
  expect(values.lines.map(({ store, sold_on }) => [store, sold_on])).toEqual([
    ['kobo', '2026-11-21'],
    ['amazon', ''],
    ['ibooks', ''],
  ]);
  expect(salesBody(values)).toEqual({
    window_days: 7,
    baseline_per_day: null,
    kenp_micros: 4550,
    sales: RESULTS.sales,
  });
  values.lines[1] = { ...values.lines[1]!, copies: 12, royalty_cents: 420 };
  expect(salesBody({ ...values, baseline_per_day: 0.5, kenp_dollars: 0.004 })).toEqual({
    window_days: 7,
    baseline_per_day: 0.5,
    kenp_micros: 4000,
    sales: [...RESULTS.sales, { book_id: 3, store: 'amazon', sold_on: null, copies: 12, pages: 0, royalty_cents: 420 }],
  });
});

it('accepts numbers in another form than the usual one, such as those sent with Enter', () => {
  const values = salesValues(RESULTS, 3, ['kobo', 'amazon']);
  values.lines[1] = { ...values.lines[1]!, copies: '012', pages: '00' };
  expect(salesBody({ ...values, window_days: '07', baseline_per_day: '2.50', kenp_dollars: '.0040' })).toEqual({
    window_days: 7,
    baseline_per_day: 2.5,
    kenp_micros: 4000,
    sales: [...RESULTS.sales, { book_id: 3, store: 'amazon', sold_on: null, copies: 12, pages: 0, royalty_cents: 0 }],
  });
});

it('ignores pages of a line whose store was changed from Amazon', () => {
  const values = salesValues(RESULTS, 3, ['kobo', 'ibooks']);
  values.lines[1] = { ...values.lines[1]!, pages: 800 };
  expect(salesBody(values).sales).toEqual(RESULTS.sales);
});
