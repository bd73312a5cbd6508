import { expect, it } from 'vitest';
import { lastMonths, medianOf } from './rules.ts';

it('returns no median for fewer than five promotions', () => {
  expect(medianOf(120, 4)).toBeNull();
  expect(medianOf(120, 5)).toBe(120);
  expect(medianOf(12.5, 6)).toBe(13);
  expect(medianOf(null, 6)).toBeNull();
});

it('crosses the turn of the year', () => {
  expect(lastMonths('2026-02-28', 3)).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
  expect(lastMonths('2026-12-31', 2)).toEqual(['2026-11-01', '2026-12-01']);
});
