import { describe, expect, it } from 'vitest';
import { clicksPerThousand, percentileOf } from './percentile.ts';

describe('the percentile of a result', () => {
  it.each([
    ['worse than all ten', { below: 0, equal: 0, sample_size: 10 }, 0],
    ['better than all ten', { below: 10, equal: 0, sample_size: 10 }, 100],
    ['like all ten', { below: 0, equal: 10, sample_size: 10 }, 50],
    ['in the middle of ten', { below: 5, equal: 0, sample_size: 10 }, 50],
    ['above three and like two of eight: 100 × 4 ÷ 8', { below: 3, equal: 2, sample_size: 8 }, 50],
    ['above four of seven, 57.14', { below: 4, equal: 0, sample_size: 7 }, 57],
    ['above two and like one of six, 41.67', { below: 2, equal: 1, sample_size: 6 }, 42],
    ['above one of eight, 12.5, rounded up', { below: 1, equal: 0, sample_size: 8 }, 13],
    ['above all of exactly five', { below: 5, equal: 0, sample_size: 5 }, 100],
  ])('%s', (_, sample, percentile) => {
    expect(percentileOf(sample)).toBe(percentile);
  });

  it('is null for fewer than five comparable promotions', () => {
    expect(percentileOf({ below: 4, equal: 0, sample_size: 4 })).toBeNull();
    expect(percentileOf({ below: 0, equal: 0, sample_size: 0 })).toBeNull();
  });
});

it('counts clicks per thousand delivered emails', () => {
  expect(clicksPerThousand(210, 42_000)).toBe(5);
  expect(clicksPerThousand(3, 2_000)).toBe(1.5);
  expect(clicksPerThousand(0, 2_000)).toBe(0);
  expect(clicksPerThousand(7, 0)).toBe(0);
});
