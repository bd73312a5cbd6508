import { expect, it } from 'vitest';
import { randomCode, secureByte } from './discount-values.ts';

const bytes = (...list: number[]) => {
  let at = 0;
  return () => list[at++ % list.length]!;
};

it('makes a code of eight characters that nobody mixes up', () => {
  expect(randomCode(bytes(0, 1, 2, 3, 4, 5, 6, 7))).toBe('ABCDEFGH');
  expect(randomCode(bytes(30, 61))).toBe('99999999');
  for (let time = 0; time < 50; time++) expect(randomCode(secureByte)).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
});

it('skips the bytes that would favor some characters', () => {
  expect(randomCode(bytes(248, 255, 1))).toBe('BBBBBBBB');
});
