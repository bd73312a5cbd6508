import { expect, it } from 'vitest';
import { availabilityOf } from './availability.ts';

const AVAILABLE = {
  date: '2026-12-10',
  category_id: 3,
  price_cents: 1000,
  isEnabled: true,
  isTaken: false,
  firstOpenDate: '2026-12-01',
};
const RESPONSE = { date: '2026-12-10', category_id: 3, price_cents: 1000 };

it('offers an available top spot with its price and without a reason', () => {
  expect(availabilityOf(AVAILABLE)).toStrictEqual({ available: true, ...RESPONSE });
});

it('offers the spot in a newsletter that is still open', () => {
  expect(availabilityOf({ ...AVAILABLE, firstOpenDate: '2026-12-10' }).available).toBe(true);
});

it.each([
  ['taken', { isTaken: true }],
  ['past', { firstOpenDate: '2026-12-11' }],
  ['inactive', { isEnabled: false }],
  ['past', { firstOpenDate: '2026-12-11', isTaken: true }],
  ['inactive', { isEnabled: false, firstOpenDate: '2026-12-11', isTaken: true }],
])('reports %s for %o', (reason, facts) => {
  expect(availabilityOf({ ...AVAILABLE, ...facts })).toStrictEqual({ available: false, ...RESPONSE, reason });
});
