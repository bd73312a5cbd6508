import { expect, it } from 'vitest';
import { kept, keptWith } from './once.ts';

it('makes each name once, and forgets the oldest when there are too many', () => {
  const made: number[] = [];
  const double = kept(
    (n: number) => n,
    (n) => {
      made.push(n);
      return 2 * n;
    },
    2,
  );
  expect([1, 2, 1, 2].map(double)).toEqual([2, 4, 2, 4]);
  expect(made).toEqual([1, 2]);
  expect([3, 2, 1].map(double)).toEqual([6, 4, 2]);
  expect(made).toEqual([1, 2, 3, 1]);
});

it('makes one for each object, also when they look alike', () => {
  const same = keptWith(({ id }: { id: number }) => ({ id }));
  const [a, b] = [{ id: 1 }, { id: 1 }];
  expect(same(a)).toBe(same(a));
  expect(same(a)).not.toBe(same(b));
});
