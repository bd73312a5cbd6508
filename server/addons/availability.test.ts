import { expect, it } from 'vitest';
import { availabilityOf } from './availability.ts';

const FREE = {
  date: '2026-12-10',
  category_id: 3,
  price_cents: 1000,
  enabled: true,
  taken: false,
  promotion_today: '2026-12-01',
};
const ANSWER = { date: '2026-12-10', category_id: 3, price_cents: 1000 };

it('offers the top spot of a date and category with its price, and gives no reason', () => {
  expect(availabilityOf(FREE)).toStrictEqual({ available: true, ...ANSWER });
});

it('offers the newsletter that is still open', () => {
  expect(availabilityOf({ ...FREE, promotion_today: '2026-12-10' }).available).toBe(true);
});

it.each([
  ['taken', { taken: true }],
  ['past', { promotion_today: '2026-12-11' }],
  ['inactive', { enabled: false }],
  ['past', { promotion_today: '2026-12-11', taken: true }],
  ['inactive', { enabled: false, promotion_today: '2026-12-11', taken: true }],
])('reports %s for %o', (reason, facts) => {
  expect(availabilityOf({ ...FREE, ...facts })).toStrictEqual({ available: false, ...ANSWER, reason });
});
