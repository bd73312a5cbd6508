import { expect, it } from 'vitest';
import type { PromotionResults } from '#shared/results.ts';
import { isSaved, mergeValues, salesBody, salesValues } from './sales-form.ts';

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

it('merges changed lines with sales that were saved after the form was opened', () => {
  const line = (store: string, sold_on: string | null, copies: number) => ({
    ...{ book_id: 3, store, sold_on, copies, pages: 0, royalty_cents: 0 },
  });
  const valuesOf = (...sales: object[]) =>
    salesValues({ ...RESULTS, sales } as unknown as PromotionResults, 3, ['amazon', 'ibooks']);
  const [kept, removed, changedHere] = [
    line('kobo', '2026-11-21', 1),
    line('kobo', '2026-11-22', 2),
    line('kobo', '2026-11-23', 3),
  ];
  const before = valuesOf(kept, removed, changedHere);
  const own = { ...valuesOf(kept, { ...changedHere, copies: 30 }, line('ibooks', null, 4)), baseline_per_day: 2 };
  own.lines.push({ ...own.lines.at(-1)!, store: 'amazon', copies: '' });
  const saved = {
    ...valuesOf(kept, removed, changedHere, line('amazon', null, 5)),
    window_days: 9,
    kenp_dollars: 0.005,
  };
  own.kenp_dollars = `${before.kenp_dollars}0`;
  const merged = salesBody(mergeValues(before, own, saved));
  expect(merged).toMatchObject({ window_days: 9, baseline_per_day: 2, kenp_micros: 5000 });
  expect(merged.sales).toEqual([
    kept,
    line('amazon', null, 5),
    { ...changedHere, copies: 30 },
    line('ibooks', null, 4),
  ]);
});

it('recognizes its own save, whatever the order of its lines', () => {
  const line = (store: string) => ({ ...{ book_id: 3, store, sold_on: null, copies: 1, pages: 0, royalty_cents: 0 } });
  const valuesOf = (...stores: string[]) =>
    salesValues({ ...RESULTS, sales: stores.map(line) } as unknown as PromotionResults, 3, ['amazon', 'ibooks']);
  expect(isSaved(valuesOf('kobo', 'ibooks'), valuesOf('ibooks', 'kobo'))).toBe(true);
  expect(isSaved({ ...valuesOf('kobo'), window_days: '07' }, { ...valuesOf('kobo'), window_days: 7 })).toBe(true);
  expect(isSaved(valuesOf('kobo'), valuesOf('ibooks', 'kobo'))).toBe(false);
});
