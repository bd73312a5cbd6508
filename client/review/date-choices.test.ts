import { expect, it } from 'vitest';
import { askedDates, dateChoices, placesText, shortDate } from './date-choices.ts';

const asked = { requested_date: '2026-11-27', alternate_dates: ['2026-11-29', '2026-11-27'] };

it('names the requested date first and each date once', () => {
  expect(askedDates(asked)).toEqual(['2026-11-27', '2026-11-29']);
});

it('offers the first date with a place, then each with what is left of it', () => {
  const counts = [
    { newsletter_date: '2026-11-27', places_left: 0 },
    { newsletter_date: '2026-11-29', places_left: 1 },
  ];
  expect(dateChoices(asked, counts)).toEqual([
    { value: '', label: 'First with a place' },
    { value: '2026-11-27', label: 'Fri, Nov 27 (full)' },
    { value: '2026-11-29', label: 'Sun, Nov 29 (1 place left)' },
  ]);
});

it('has nothing to choose where one date was asked for', () => {
  expect(dateChoices({ ...asked, alternate_dates: [] })).toEqual([{ value: '2026-11-27', label: 'Fri, Nov 27' }]);
});

it('says how many places are left', () => {
  expect(
    [undefined, 0, 1, 4].map((places_left) => placesText(places_left === undefined ? undefined : { places_left })),
  ).toEqual(['', 'full', '1 place left', '4 places left']);
  expect(shortDate('2026-12-31')).toBe('Thu, Dec 31');
});
