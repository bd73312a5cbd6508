import { expect, it } from 'vitest';
import { dateChoices, isUnrequested, moveChoices, requestedDates, shortDate, slotsText } from './date-choices.ts';

const promotion = {
  requested_date: '2026-11-27',
  alternate_dates: ['2026-11-29', '2026-11-27'],
  open_dates: ['2026-11-27', '2026-11-29'],
  actions: ['approve'],
};
const counts = [
  { newsletter_date: '2026-11-26', places_left: 4 },
  { newsletter_date: '2026-11-27', places_left: 0 },
  { newsletter_date: '2026-11-28', places_left: 0 },
  { newsletter_date: '2026-11-29', places_left: 1 },
  { newsletter_date: '2026-11-30', places_left: 2 },
];
const FIRST = '2026-11-27';

it('names the requested date first and each date once', () => {
  expect(requestedDates(promotion)).toEqual(['2026-11-27', '2026-11-29']);
});

it('offers the first available date, then each date with its free slots', () => {
  expect(dateChoices(promotion, counts, FIRST)).toEqual([
    { value: '', label: 'First available date' },
    { value: '2026-11-27', label: 'Fri, Nov 27 (full)' },
    { value: '2026-11-29', label: 'Sun, Nov 29 (1 slot left)' },
  ]);
});

it('leaves out dates whose newsletters have closed', () => {
  const choices = dateChoices({ ...promotion, open_dates: ['2026-11-29'] }, counts, FIRST);
  expect(choices).toEqual([{ value: '', label: 'Sun, Nov 29 (1 slot left)' }]);
});

it('offers the next open dates with free slots, to be proposed', () => {
  const passed = { ...promotion, open_dates: [], actions: ['approve', 'propose_date'] };
  expect(dateChoices(passed, counts, FIRST)).toEqual([
    { value: '', label: 'Choose a date' },
    { group: 'Dates you can propose', items: [{ value: '2026-11-30', label: 'Mon, Nov 30 (2 slots left)' }] },
  ]);
  expect(['2026-11-30', '2026-11-29', ''].map((date) => isUnrequested(promotion, date))).toEqual([true, false, false]);
});

it('says how many slots are left', () => {
  expect(
    [undefined, 0, 1, 4].map((places_left) => slotsText(places_left === undefined ? undefined : { places_left })),
  ).toEqual(['', 'full', '1 slot left', '4 slots left']);
  expect(shortDate('2026-12-31')).toBe('Thu, Dec 31');
});

it('shows the free slots of each date of a bulk move', () => {
  const dates = ['2026-11-27', '2026-11-28', '2026-11-29'];
  const labelsOf = (categories: number[], slots: Parameters<typeof moveChoices>[1]) =>
    moveChoices(
      categories.map((category_id) => ({ category_id })),
      slots,
      dates,
    ).map(({ label }) => label);
  const slots = [
    { newsletter_date: '2026-11-27', category_id: 1, places_left: 3 },
    { newsletter_date: '2026-11-28', category_id: 1, places_left: 0 },
    { newsletter_date: '2026-11-27', category_id: 2, places_left: 1 },
    { newsletter_date: '2026-11-28', category_id: 2, places_left: 0 },
    { newsletter_date: '2026-11-29', category_id: 2, places_left: 4 },
  ];
  expect(labelsOf([1, 1], slots)).toEqual(['Fri, Nov 27 (3 slots left)', 'Sat, Nov 28 (full)', 'Sun, Nov 29']);
  expect(labelsOf([1, 2, 2], slots)).toEqual([
    'Fri, Nov 27 (slots for 2 of 3)',
    'Sat, Nov 28 (full)',
    'Sun, Nov 29 (slots for 2 of 3)',
  ]);
  expect(labelsOf([1, 2], [])).toEqual(['Fri, Nov 27', 'Sat, Nov 28', 'Sun, Nov 29']);
});
