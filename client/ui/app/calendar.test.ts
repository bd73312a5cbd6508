import { expect, it } from 'vitest';
import { cutoffOf } from '#client/features/promotions/cutoff.ts';
import { addMonths, bookingDays, dayAfterKey, weeksOf } from './calendar.ts';

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

it('lays a month out in weeks from Sunday', () => {
  const weeks = weeksOf('2026-12');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([null, null, '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05']);
  expect(weeks[4]).toEqual(['2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', null, null]);
  expect(weeksOf('2027-02').flat().filter(Boolean)).toHaveLength(28);
});

it('counts months over the turn of the year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2027-01', -1)).toBe('2026-12');
});

it('moves by keys and stays inside the bookable days', () => {
  const bounds = { first: '2026-11-22', last: '2027-02-19' };
  expect(dayAfterKey('ArrowRight', '2026-11-30', bounds)).toBe('2026-12-01');
  expect(dayAfterKey('ArrowUp', '2026-11-25', bounds)).toBe('2026-11-22');
  expect(dayAfterKey('Home', '2026-12-03', bounds)).toBe('2026-11-29');
  expect(dayAfterKey('End', '2026-12-03', bounds)).toBe('2026-12-05');
  expect(dayAfterKey('PageDown', '2027-02-10', bounds)).toBe('2027-02-19');
  expect(dayAfterKey('Enter', '2026-12-03', bounds)).toBeNull();
});

it("counts a date's cutoff from the server's next one", () => {
  const shell = { business_date: '2026-11-21', next_cutoff_at: '2026-11-21T17:00:00.000Z' };
  expect(cutoffOf('2026-11-21', shell)).toBe('2026-11-21T17:00:00.000Z');
  expect(cutoffOf('2026-12-03', shell)).toBe('2026-12-03T17:00:00.000Z');
  expect(cutoffOf('2026-11-19', shell)).toBe('2026-11-19T17:00:00.000Z');
});
