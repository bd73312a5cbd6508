import { expect, it } from 'vitest';
import { isoDayOf } from './csv-records.ts';

it.each([
  ['Nov 21, 2026', '2026-11-21'],
  ['21 November 2026', '2026-11-21'],
  ['May 1, 2026 5:01', '2026-05-01'],
  ['April 30, 2026, 10:30:00 PM', '2026-04-30'],
  ['April 31, 2026', null],
  ['April 31, 2026 5:01', null],
  ['April 31, 2026, 1:05:09 AM', null],
  ['31 April 2026 01:30', null],
])('reads “%s” as %s', (text, day) => {
  expect(isoDayOf(text, false)).toBe(day);
});
