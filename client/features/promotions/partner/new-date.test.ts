import { expect, it } from 'vitest';
import { datesToOffer, needsNewDate } from './new-date.ts';

const count = (newsletter_date: string, places_left = 2, top_of_newsletter_available = true) => ({
  id: 1,
  category_id: 1,
  promotions_in_total: 0,
  newsletter_date,
  places_left,
  top_of_newsletter_available,
});
const counts = [
  count('2026-12-03'),
  count('2026-12-04'),
  count('2026-12-05', 0),
  count('2026-12-06', 1, false),
  count('2026-12-07'),
  count('2026-12-08'),
];
const facts = { business_date: '2026-12-03', counts, has_top: false, linkedDate: '' };

it('offers the next three dates with a free slot, from the day after the open newsletter', () => {
  expect(datesToOffer(facts)).toEqual(['2026-12-04', '2026-12-06', '2026-12-07']);
  expect(datesToOffer({ ...facts, has_top: true })).toEqual(['2026-12-04', '2026-12-07', '2026-12-08']);
});

it('offers the linked date too while it can be booked', () => {
  expect(datesToOffer({ ...facts, linkedDate: '2026-12-08' })).toContain('2026-12-08');
  expect(datesToOffer({ ...facts, linkedDate: '2026-12-05' })).toHaveLength(3);
});

it('asks for a new date if all dates passed before our editors decided', () => {
  const datePassed = { open_dates: [] as string[], display_status: 'awaiting review' as const };
  expect(needsNewDate(datePassed)).toBe(true);
  expect(needsNewDate({ ...datePassed, display_status: 'awaiting partner feedback' })).toBe(false);
  expect(needsNewDate({ ...datePassed, display_status: 'cancelled' })).toBe(false);
  expect(needsNewDate({ ...datePassed, open_dates: ['2026-12-20'] })).toBe(false);
});
