import { beforeEach, expect, it } from 'vitest';
import { deleteSavedSeries, loadSavedSeries, saveSeries } from './saved-series.ts';
import { type Series, seriesValues } from './series-form.ts';

const bounds = (first: string) => ({ first, last: '2027-03-01', max: 5, isFull: () => false, bookedDates: () => [] });
const ada = { partner_id: 7, now: new Date('2026-12-01T18:00:00Z') };
const later = { ...ada, now: new Date('2026-12-04T18:00:00Z'), ...bounds('2026-12-05') };
const seriesWith = (...ids: number[]): Series => ({
  key: '7 the harbor',
  label: 'The Harbor by Ada Quill',
  books: ids.map((id) => ({ id, title: `Book ${id}`, category_id: 1 }) as Series['books'][number]),
});
const series = seriesWith(1, 2);
const entered = () => {
  const values = seriesValues(series, bounds('2026-12-03'));
  values.promotions[1] = { ...values.promotions[1]!, current_price_cents: 499, sale_price_cents: 99 };
  return values;
};

let stored: Map<string, string>;
const store = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
beforeEach(() => {
  stored = new Map();
});

it('saves the entered values until they are deleted', () => {
  expect(saveSeries(series, entered(), ada, store)).toBe(true);
  expect(loadSavedSeries(series, { ...later, first: '2026-12-03' }, store)).toEqual(entered());
  expect(loadSavedSeries({ ...series, key: 'another' }, later, store)).toBeNull();
  expect(loadSavedSeries(series, { ...later, partner_id: 8 }, store)).toBeNull();
  deleteSavedSeries(series, ada, store);
  expect(stored.size).toBe(0);
});

it('replaces closed dates, and follows changes of the series', () => {
  saveSeries(series, entered(), ada, store);
  const { promotions } = loadSavedSeries(seriesWith(2, 1, 3), later, store)!;
  expect(promotions).toMatchObject([
    { book_id: 2, is_chosen: true, requested_date: '2026-12-10', sale_price_cents: 99 },
    { book_id: 1, is_chosen: true, requested_date: '2026-12-12' },
    { book_id: 3, is_chosen: false, requested_date: '2026-12-19' },
  ]);
});

it('keeps a category that the book still has, and replaces one that it no longer has', () => {
  const withCategories = (category_id: number, secondary_category_id: number | null): Series => ({
    ...series,
    books: series.books.map((book) => ({ ...book, category_id, secondary_category_id })),
  });
  const values = entered();
  values.promotions[0]!.category_id = '2';
  saveSeries(series, values, ada, store);
  const categoriesWith = (changed: Series) =>
    loadSavedSeries(changed, later, store)!.promotions.map(({ category_id }) => category_id);
  expect(categoriesWith(withCategories(1, 2))).toEqual(['2', '1']);
  expect(categoriesWith(withCategories(3, 2))).toEqual(['2', '3']);
  expect(categoriesWith(withCategories(3, null))).toEqual(['3', '3']);
});

it('forgets a booking after a week, and ignores an invalid stored value', () => {
  saveSeries(series, entered(), ada, store);
  expect(loadSavedSeries(series, { ...later, now: new Date('2026-12-08T18:00:01Z') }, store)).toBeNull();
  expect(stored.size).toBe(0);
  for (const text of ['{', '[{"partner_id":7}]', 'null']) {
    store.setItem('partner_series', text);
    expect(loadSavedSeries(series, later, store)).toBeNull();
  }
});

it('deletes only expired bookings when one is loaded', () => {
  saveSeries({ key: 'older' }, entered(), ada, store);
  saveSeries({ key: 'newer' }, entered(), { ...ada, now: later.now }, store);
  expect(loadSavedSeries(series, { ...later, partner_id: 8, now: new Date('2026-12-08T18:00:01Z') }, store)).toBeNull();
  expect(JSON.parse(stored.get('partner_series')!)).toMatchObject([{ partner_id: 7, series: 'newer' }]);
});

it('reports that the browser couldn’t save the booking', () => {
  expect(saveSeries(series, entered(), ada, { ...store, setItem: () => undefined })).toBe(false);
});

it('doesn’t save what it can’t read again, and keeps the other bookings', () => {
  saveSeries({ key: 'another' }, entered(), ada, store);
  const before = new Map(stored);
  const values = entered();
  values.promotions[0] = { ...values.promotions[0]!, current_price_cents: 9_999_999_999_999_900 };
  expect(saveSeries(series, values, ada, store)).toBe(false);
  expect(stored).toEqual(before);
});
