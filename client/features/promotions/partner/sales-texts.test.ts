import { expect, it } from 'vitest';
import { returnText } from '#shared/result-figures.ts';
import {
  comparisonTexts,
  countsText,
  headlineOf,
  lineRows,
  rateHint,
  ratesText,
  unconvertedText,
} from './sales-texts.ts';

it('says how many rows of a report count, and how many are left out', () => {
  expect(countsText({ matched: 5, other_books: 1, other_days: 0, bad: 2 })).toBe(
    '5 rows match this promotion. Left out: 1 about other books, 2 we can’t read.',
  );
  expect(countsText({ matched: 1, other_books: 0, other_days: 0, bad: 0 })).toBe('1 row matches this promotion.');
  expect(countsText({ matched: 0, other_books: 0, other_days: 3, bad: 0 })).toBe(
    'No rows match this promotion. Left out: 3 from other days.',
  );
});

it('says which royalties aren’t counted for lack of a rate, and that the copies are counted', () => {
  const euros = { currency: 'EUR', amount: 4, rows: 2 };
  const pounds = { currency: 'GBP', amount: 1234.5, rows: 1 };
  expect(rateHint(euros)).toBe(
    'We count these 2 rows’ copies, but not their 4 EUR in royalties, because there’s no rate. Enter the rate, then update the preview.',
  );
  expect(rateHint(pounds)).toContain('We count this row’s copies, but not its 1,234.50 GBP in royalties');
  expect(rateHint(undefined)).toBe('If you change the rate, update the preview.');
  expect(unconvertedText([euros, pounds])).toBe(
    'We won’t save 4 EUR and 1,234.50 GBP in royalties, because there’s no rate. The copies still count. To include the royalties, enter the rates above, then update the preview.',
  );
});

it('sends no rate for a currency whose rate is empty or 0', () => {
  expect(ratesText({ EUR: 0, GBP: 1.27, CAD: '', AUD: 0.65 })).toBe('GBP:1.27,AUD:0.65');
  expect(ratesText({ EUR: 0 })).toBe('');
});

it('sums a report by book and store', () => {
  const line = {
    book_id: 1,
    store: 'amazon',
    sold_on: '2026-11-20',
    copies: 2,
    pages: 100,
    royalty_cents: 70,
  } as const;
  const other = { ...line, store: 'kobo', sold_on: null, pages: 0 } as const;
  expect(lineRows([line, { ...line, sold_on: '2026-11-21' }, other], new Map([[1, 'The Harbor']]))).toEqual([
    ['The Harbor', 'Amazon', '2', '4', '200', '$1.40'],
    ['The Harbor', 'Kobo', 'Total', '2', '0', '$0.70'],
  ]);
});

it('shows the profit of a promotion that cost nothing', () => {
  expect(returnText({ return_ratio: null, profit_cents: 480 })).toBe('Profit $4.80');
  expect(returnText({ return_ratio: 2.4, profit_cents: 480 })).toBe('$2.40 per $1 spent');
});

it('shows the revenue per $1 spent, and typical results of other partners', () => {
  const figures = { revenue_cents: 480, return_ratio: 2.4 } as Parameters<typeof headlineOf>[0];
  expect(headlineOf(figures)).toBe('You earned $2.40 for each $1 you spent');
  expect(headlineOf({ ...figures, return_ratio: null })).toBe('You earned $4.80, and the promotion cost nothing');
  const range = { low: 10, median: 20, high: 40 };
  const comparison = { category_name: 'Mystery', return_ratio: null, cost_per_sale_cents: range, read_through: null };
  expect(comparisonTexts(comparison)).toEqual(['Cost per sale: $0.20 (middle half $0.10 to $0.40)']);
});
