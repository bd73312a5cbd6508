import { expect, it } from 'vitest';
import { cutoffOf } from '../cutoff.ts';
import { bestDateText, bookingDays } from './booking-days.ts';

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

it('lets a booking keep its date, and requires a free slot there only if the category changes', () => {
  const bookedDay = (date: string, needs_slot: boolean) =>
    bookingDays({
      business_date: '2026-11-21',
      daily_slots: 4,
      counts: [count('2026-11-23', 0)],
      booked: { date, needs_slot },
    })(date);
  expect(bookedDay('2026-11-21', false).isOpen).toBe(true);
  expect(bookedDay('2026-11-23', false).isOpen).toBe(true);
  expect(bookedDay('2026-11-23', true).reason).toBe(dayOf('2026-11-23').reason);
});

it('opens the days after the newsletter that closes next', () => {
  expect(dayOf('2026-11-21')).toMatchObject({
    isOpen: false,
    reason: 'It’s too late to book that date. Choose a later one.',
  });
  expect(dayOf('2026-11-22')).toMatchObject({ isOpen: true, places_left: 1, top_of_newsletter_available: false });
});

it('closes full days and says so', () => {
  expect(dayOf('2026-11-23')).toMatchObject({
    isOpen: false,
    places_left: 0,
    reason: 'All slots in this category are taken on that date. Choose another date.',
  });
});

it('treats days without counts as empty, up to ninety days ahead', () => {
  expect(dayOf('2027-02-19')).toMatchObject({ isOpen: true, places_left: 4, top_of_newsletter_available: true });
  expect(dayOf('2027-02-20')).toMatchObject({
    isOpen: false,
    reason: 'You can book dates up to 90 days ahead. Choose an earlier one.',
  });
});

it("computes a date's cutoff from the server's next one", () => {
  const shell = { business_date: '2026-11-21', next_cutoff_at: '2026-11-21T17:00:00.000Z' };
  expect(cutoffOf('2026-11-21', shell)).toBe('2026-11-21T17:00:00.000Z');
  expect(cutoffOf('2026-12-03', shell)).toBe('2026-12-03T17:00:00.000Z');
  expect(cutoffOf('2026-11-19', shell)).toBe('2026-11-19T17:00:00.000Z');
});

it('sorts days into thirds by their expected clicks, unless all are equal', () => {
  const daysWith = (clicks: Record<string, number | null>) =>
    bookingDays({
      business_date: '2026-11-21',
      daily_slots: 4,
      counts: [],
      forecast: {
        category_id: 6,
        price_type: 'free',
        sample_size: 9,
        best: null,
        warm_up_readers: null,
        warm_up_note: null,
        dates: Object.entries(clicks).map(([date, expected_clicks]) => ({ date, expected_clicks })),
      },
    });
  const days = daysWith({ '2026-11-22': 20, '2026-11-23': 29, '2026-11-24': 30, '2026-11-25': 41, '2026-11-26': 50 });
  const dates = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'];
  expect(dates.map((date) => days(date).level)).toEqual([1, 1, 2, 3, 3, null]);
  expect(days('2026-11-25').expected_clicks).toBe(41);
  expect(daysWith({ '2026-11-22': 20, '2026-11-23': 20 })('2026-11-22')).toMatchObject({
    expected_clicks: 20,
    level: null,
  });
  expect(daysWith({ '2026-11-22': null })('2026-11-22')).toMatchObject({ expected_clicks: null, level: null });
});

it('explains why a date is the best one', () => {
  const best = { date: '2026-12-10', expected_clicks: 41, places_left: 3 };
  // The first date has the fewest clicks, and the last one has no forecast.
  const clicks = [20, 41, null];
  const dates = clicks.map((expected_clicks, index) => ({ date: `2026-12-0${index + 1}`, expected_clicks }));
  expect(bestDateText({ dates }, best)).toBe(
    'Thursday December 10th, 2026: typically 41 billable clicks, the most of any open date your book is eligible for in the next six weeks, and 3 slots left.',
  );
  const first = 'Thursday December 10th, 2026, the first open date your book is eligible for: 1 slot left.';
  expect(bestDateText({ dates }, { ...best, expected_clicks: null, places_left: 1 })).toBe(first);
  // If all dates have the same clicks, none has the most.
  const alike = dates.map((day) => ({ ...day, expected_clicks: 41 }));
  expect(bestDateText({ dates: alike }, { ...best, places_left: 1 })).toBe(first);
});
