import { expect, it } from 'vitest';
import { seededRandom } from './random.ts';

it('repeats its numbers for the same seed, and differs for the next', () => {
  const hundred = (seed: number) => {
    const { between } = seededRandom(seed);
    return Array.from({ length: 100 }, () => between(1, 6));
  };
  expect(hundred(7)).toEqual(hundred(7));
  expect(hundred(8)).not.toEqual(hundred(7));
  expect(new Set(hundred(7))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});

it('shuffles without losing members, and draws no member twice', () => {
  const { shuffle, draw } = seededRandom(1);
  expect(shuffle([1, 2, 3, 4, 5]).toSorted()).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(draw(['a', 'b', 'c', 'd'], 3, () => 1)).size).toBe(3);
});
