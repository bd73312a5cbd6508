import { expect, it } from 'vitest';
import { ageText, listPriceOf, priceDifference } from './evidence.ts';

it('reads the regular price from any store data', () => {
  expect(
    [undefined, null, {}, { list_price_cents: null }, { list_price_cents: 599 }].map((store_data) =>
      listPriceOf({ store_data }),
    ),
  ).toEqual([null, null, null, null, 599]);
});

it('warns of a claimed price that is well above the store’s', () => {
  expect(priceDifference(999, 499)).toBe('The partner’s current price is 100% higher than the store’s.');
  expect(priceDifference(549, 499)).toBe('The partner’s current price is 10% higher than the store’s.');
  expect(priceDifference(548, 499)).toBe('');
  expect(priceDifference(399, 499)).toBe('');
  expect(priceDifference(499, null)).toBe('');
});

it('formats the age of store data in one unit', () => {
  const age = (fetched_at: string) => ageText(fetched_at, '2026-11-23T12:00:00Z');
  expect(age('2026-10-10T12:00:00Z')).toBe('fetched 44 d ago');
  expect(age('2026-11-22T07:00:00Z')).toBe('fetched 29 h ago');
  expect(age('2026-11-23T11:59:00Z')).toBe('fetched just now');
  expect(age('2026-11-23T12:00:09Z')).toBe('fetched just now');
});
