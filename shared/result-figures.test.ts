import { describe, expect, it } from 'vitest';
import { invoicedSpend, quartiles, resultFigures, splitCents } from './result-figures.ts';

const TERMS = { cost_cents: 2000, window_days: 7, baseline_per_day: null, kenp_micros: 4550 };

describe('the figures of a result', () => {
  it('include the value of pages, the cost per sale, and the revenue per dollar spent', () => {
    const book = { copies: 80, pages: 2000, royalty_cents: 2800 };
    expect(resultFigures(TERMS, book, { copies: 20, pages: 0, royalty_cents: 1090 })).toEqual({
      copies: 80,
      extra_copies: 80,
      pages: 2000,
      royalty_cents: 2800,
      pages_cents: 910,
      book_revenue_cents: 3710,
      series_revenue_cents: 1090,
      revenue_cents: 4800,
      cost_cents: 2000,
      profit_cents: 2800,
      cost_per_sale_cents: 25,
      return_ratio: 2.4,
      read_through: 25,
    });
  });

  it('count only the copies above the baseline of every day, and their royalties', () => {
    // Without the promotion, 2.5 copies would have sold on each of 8 days.
    const figures = resultFigures(
      { ...TERMS, baseline_per_day: 2.5 },
      { copies: 80, pages: 2000, royalty_cents: 2800 },
    );
    expect(figures).toMatchObject({
      extra_copies: 60,
      book_revenue_cents: 2100 + 910,
      cost_per_sale_cents: 33,
      return_ratio: 1.51,
    });
  });

  it('have no cost per sale without extra copies, and no revenue per dollar without a cost', () => {
    expect(
      resultFigures({ ...TERMS, baseline_per_day: 50 }, { copies: 80, pages: 0, royalty_cents: 2800 }),
    ).toMatchObject({
      extra_copies: 0,
      revenue_cents: 0,
      profit_cents: -2000,
      cost_per_sale_cents: null,
      return_ratio: 0,
    });
    expect(resultFigures({ ...TERMS, cost_cents: 0 }, { copies: 0, pages: 0, royalty_cents: 0 })).toMatchObject({
      cost_per_sale_cents: null,
      return_ratio: null,
      read_through: null,
    });
  });
});

it('counts credit as spent, but neither refunds nor a voided invoice', () => {
  const invoice = { status: 'paid', total_cents: 1500, credit_cents: 500, refunded_cents: 0 } as const;
  expect(invoicedSpend(invoice)).toBe(2000);
  expect(invoicedSpend({ ...invoice, refunded_cents: 700 })).toBe(1300);
  expect(invoicedSpend({ ...invoice, status: 'void' })).toBe(0);
});

it('splits an amount into whole cents that add up to it', () => {
  expect(splitCents(1000, [1, 1, 1])).toEqual([334, 333, 333]);
  expect(splitCents(999, [5, 0, 2])).toEqual([714, 0, 285]);
  expect(splitCents(999, [0, 0])).toEqual([null, null]);
});

it('interpolates the median and the quartiles', () => {
  expect(quartiles([5, 1, 4, 2, 3])).toEqual({ low: 2, median: 3, high: 4 });
  expect(quartiles([1, 2, 3, 4, 5, 6])).toEqual({ low: 2.25, median: 3.5, high: 4.75 });
});
