import { expect, it } from 'vitest';
import { cutoffOf } from '../cutoff.ts';
import { bookingDays } from './booking-days.ts';

const count = (newsletter_date: string, places_left: number, top_of_newsletter_available = true) => ({
  id: 1,
  newsletter_date,
  category_id: 6,
  promotions_in_total: 4 - places_left,
  places_left,
  top_of_newsletter_available,
});
const dayOf = bookingDays({
  business_date: '2026-11-21',
  daily_slots: 4,
  counts: [count('2026-11-21', 4), count('2026-11-22', 1, false), count('2026-11-23', 0)],
});

it('lets a booking stay on its own day, which needs a place only in another category', () => {
  const own = (date: string, needs_place: boolean) =>
    bookingDays({
      business_date: '2026-11-21',
      daily_slots: 4,
      counts: [count('2026-11-23', 0)],
      booked: { date, needs_place },
    })(date);
  expect(own('2026-11-21', false).isOpen).toBe(true);
  expect(own('2026-11-23', false).isOpen).toBe(true);
  expect(own('2026-11-23', true).reason).toBe(dayOf('2026-11-23').reason);
});

it('opens the days after the newsletter that closes next', () => {
  expect(dayOf('2026-11-21')).toMatchObject({ isOpen: false, reason: "That date's newsletter has already closed." });
  expect(dayOf('2026-11-22')).toMatchObject({ isOpen: true, places_left: 1, top_of_newsletter_available: false });
});

it('closes full days and says so', () => {
  expect(dayOf('2026-11-23')).toMatchObject({
    isOpen: false,
    places_left: 0,
    reason: 'All places in this category are taken on that date.',
  });
});

it('takes days that nobody counted yet as empty, up to ninety days ahead', () => {
  expect(dayOf('2027-02-19')).toMatchObject({ isOpen: true, places_left: 4, top_of_newsletter_available: true });
  expect(dayOf('2027-02-20')).toMatchObject({ isOpen: false, reason: 'Dates can be booked up to 90 days ahead.' });
});

it("counts a date's cutoff from the server's next one", () => {
  const shell = { business_date: '2026-11-21', next_cutoff_at: '2026-11-21T17:00:00.000Z' };
  expect(cutoffOf('2026-11-21', shell)).toBe('2026-11-21T17:00:00.000Z');
  expect(cutoffOf('2026-12-03', shell)).toBe('2026-12-03T17:00:00.000Z');
  expect(cutoffOf('2026-11-19', shell)).toBe('2026-11-19T17:00:00.000Z');
});
