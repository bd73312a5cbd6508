import { expect, it } from 'vitest';
import { addMonths, moveDayByKey, weeksFrom, weeksOf } from './calendar.ts';

it('lists a month in weeks from Sunday', () => {
  const weeks = weeksOf('2026-12');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([null, null, '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05']);
  expect(weeks[4]).toEqual(['2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', null, null]);
  expect(weeksOf('2027-02').flat().filter(Boolean)).toHaveLength(28);
});

it('adds months across years', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2027-01', -1)).toBe('2026-12');
});

it('moves with keys and stays within the bookable days', () => {
  const bounds = { first: '2026-11-22', last: '2027-02-19' };
  expect(moveDayByKey('ArrowRight', '2026-11-30', bounds)).toBe('2026-12-01');
  expect(moveDayByKey('ArrowUp', '2026-11-25', bounds)).toBe('2026-11-22');
  expect(moveDayByKey('Home', '2026-12-03', bounds)).toBe('2026-11-29');
  expect(moveDayByKey('End', '2026-12-03', bounds)).toBe('2026-12-05');
  expect(moveDayByKey('PageDown', '2027-02-10', bounds)).toBe('2027-02-19');
  expect(moveDayByKey('Enter', '2026-12-03', bounds)).toBeNull();
});

it('lists weeks from the one that contains a given day, without days outside the bounds', () => {
  const bounds = { first: '2026-11-24', last: '2026-12-08' };
  expect(weeksFrom('2026-11-24', 2, bounds)).toEqual([
    [null, null, '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'],
    ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05'],
  ]);
  expect(weeksFrom('2026-12-06', 6, bounds)).toEqual([
    ['2026-12-06', '2026-12-07', '2026-12-08', null, null, null, null],
  ]);
});
