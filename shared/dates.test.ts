import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, isCalendarDate, parseDate, toIsoDate } from './dates.ts';
import { formatDate } from './long-dates.ts';

describe('a calendar date', () => {
  it.each(['2026-11-21', '2028-02-29', '2024-12-31', '2027-01-01'])('accepts %s', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each([
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '2026-11-31',
    '2026-1-2',
    '26-11-21',
    '2026/11/21',
    '2026-11-21T00:00:00Z',
    ' 2026-11-21',
    '2026-11-21\n',
    '+12026-11-21',
    // Postgres has no year 0.
    '0000-01-01',
    'tomorrow',
    '',
  ])('rejects %o', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it('is midnight UTC in the database, and text in the API', () => {
    expect(parseDate('2026-11-21').toISOString()).toBe('2026-11-21T00:00:00.000Z');
    expect(toIsoDate(new Date('2026-11-21T00:00:00.000Z'))).toBe('2026-11-21');
  });
});

describe('date arithmetic', () => {
  it.each([
    ['2026-11-21', 1, '2026-11-22'],
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2026-03-07', 2, '2026-03-09'],
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-12-01', 90, '2027-03-01'],
  ])('from %s, %i days make %s', (from, days, to) => {
    expect(addDays(from, days)).toBe(to);
    expect(daysBetween(from, to)).toBe(days);
  });
});

it.each([
  ['2026-11-21', 'Saturday November 21st, 2026'],
  ['2026-12-01', 'Tuesday December 1st, 2026'],
  ['2026-12-02', 'Wednesday December 2nd, 2026'],
  ['2026-12-03', 'Thursday December 3rd, 2026'],
  ['2026-12-11', 'Friday December 11th, 2026'],
  ['2028-02-29', 'Tuesday February 29th, 2028'],
])('formats %s as %s', (text, shown) => {
  expect(formatDate(text)).toBe(shown);
});
