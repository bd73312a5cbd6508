import { expect, it } from 'vitest';
import { lastMonths, roundIfEnough } from './rules.ts';

it('returns no median for fewer than five promotions', () => {
  expect(roundIfEnough(120, 4)).toBeNull();
  expect(roundIfEnough(120, 5)).toBe(120);
  expect(roundIfEnough(12.5, 6)).toBe(13);
  expect(roundIfEnough(null, 6)).toBeNull();
});

it('lists months across the turn of the year', () => {
  expect(lastMonths('2026-02-28', 3)).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
  expect(lastMonths('2026-12-31', 2)).toEqual(['2026-11-01', '2026-12-01']);
});
