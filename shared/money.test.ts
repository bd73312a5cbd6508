import { expect, it } from 'vitest';
import { formatCents, formatDealPrice } from './money.ts';

it.each([
  [6000, '$60.00'],
  [3150, '$31.50'],
  [99, '$0.99'],
  [5, '$0.05'],
  [0, '$0.00'],
  [123_456, '$1,234.56'],
  [-1000, '-$10.00'],
])('formats %i cents as %s', (cents, shown) => {
  expect(formatCents(cents)).toBe(shown);
});

it('labels a free deal FREE and all others with their price', () => {
  expect(formatDealPrice(0)).toBe('FREE');
  expect(formatDealPrice(1)).toBe('$0.01');
  expect(formatDealPrice(499)).toBe('$4.99');
});
