import { expect, it } from 'vitest';
import { breakEvenInputOf, breakEvenQuery } from './break-even.ts';
import type { PriceCategory } from './estimate.ts';

const outcome = { cpc_cents: 40, sample_size: 9, typical_cost_cents: 2000 };
const withClicks = { ...outcome, low_clicks: 31, median_clicks: 52, high_clicks: 88 };
const withoutClicks = { ...outcome, low_clicks: null, median_clicks: null, high_clicks: null };
const category = (category_id: number, slug: string): PriceCategory => ({
  category_id,
  slug,
  name: slug,
  super_category_id: 1,
  active_readers: 1,
  daily_slots: 4,
  free: withoutClicks,
  discounted: withClicks,
  top_of_newsletter_addon_cents: 1000,
});
const categories = [category(1, 'mystery'), category(6, 'romance')];
const parse = (query: string, slug?: string) => breakEvenInputOf(new URLSearchParams(query), categories, slug);

it('starts with the page’s category and its typical clicks', () => {
  expect(parse('', 'romance')).toMatchObject({
    category: { slug: 'romance' },
    price_cents: 99,
    plan: 'kdp35',
    clicks: { low: 31, usual: 52, high: 88 },
  });
  expect(parse('')).toMatchObject({ category: { slug: 'mystery' } });
  expect(breakEvenInputOf(new URLSearchParams(), [])).toBeNull();
});

it('assumes clicks if the category has no data for the price', () => {
  expect(parse('book_price=0')).toMatchObject({ price_cents: 0, clicks: { low: 30, usual: 60, high: 120 } });
});

it('reads values, limits numbers, and ignores invalid values', () => {
  const query =
    'category_id=6&book_price=3.99&plan=other&mb=2.5&royalty=60&conversion=12.5&read_on=48&later=9.85&low=10&usual=20&high=30';
  expect(parse(query, 'mystery')).toMatchObject({
    price_cents: 399,
    plan: 'other',
    file_mb: 2.5,
    other_percent: 60,
    conversion_percent: 12.5,
    read_on_percent: 48,
    later_cents: 985,
    clicks: { low: 10, usual: 20, high: 30 },
  });
  expect(parse('book_price=.99&mb=.5')).toMatchObject({ price_cents: 99, file_mb: 0.5 });
  expect(parse('mb=.')).toMatchObject({ file_mb: 1 });
  expect(parse('book_price=99&conversion=900&royalty=101&later=2000.00')).toMatchObject({
    price_cents: 499,
    conversion_percent: 100,
    other_percent: 100,
    later_cents: 100_000,
  });
  expect(parse('book_price=-1&plan=kdp99&conversion=ten&low=1e9&category_id=x')).toMatchObject({
    category: { slug: 'mystery' },
    price_cents: 99,
    plan: 'kdp35',
    conversion_percent: 10,
    clicks: { low: 31 },
  });
});

it('writes an address for the same result, without the category’s typical clicks', () => {
  const query =
    'category_id=6&book_price=0.99&plan=kdp70_countdown&mb=0.4&conversion=12.5&read_on=48&later=9.85&high=200';
  const input = parse(query)!;
  expect(breakEvenQuery(input)).toBe(query);
  expect(parse(breakEvenQuery(input))).toEqual(input);
});
