import { expect, it } from 'vitest';
import { budgetOf, costPerThousand, isOldFact } from './site-facts.ts';

it.each([
  ['2025-11', false],
  ['2025-10', true],
  // A page copy from 2025 may be from January.
  ['2025', true],
  ['2026', false],
  ['2014', true],
  ['2026-11', false],
  [null, true],
])('in November 2026, a fact dated %s is old: %s', (as_of, isOld) => {
  expect(isOldFact(as_of, '2026-11-23')).toBe(isOld);
});

it('computes the maximum cost of a thousand claimed readers', () => {
  const price = (price_min_usd: number | null, price_max_usd: number | null) => ({ price_min_usd, price_max_usd });
  expect(costPerThousand(price(25, 85), 200_000)).toBe(0.43);
  expect(costPerThousand(price(40, null), 60_000)).toBe(0.67);
  expect(costPerThousand(price(0, 0), 1000)).toBe(0);
  expect(costPerThousand(price(null, null), 1000)).toBeNull();
  expect(costPerThousand(price(25, 85), null)).toBeNull();
});

it.each([
  [0, 'free'],
  [4.99, 'small'],
  [25, 'small'],
  [25.5, 'medium'],
  [100, 'medium'],
  [119, 'large'],
  [null, null],
])('puts a lowest price of %s into the tier %s', (price_min_usd, tier) => {
  expect(budgetOf({ price_min_usd, price_max_usd: null })).toBe(tier);
});
