import { expect, it } from 'vitest';
import { randomCode, secureByte } from './discount-values.ts';

const bytes = (...list: number[]) => {
  let index = 0;
  return () => list[index++ % list.length]!;
};

it('creates codes of eight unambiguous characters', () => {
  expect(randomCode(bytes(0, 1, 2, 3, 4, 5, 6, 7))).toBe('ABCDEFGH');
  expect(randomCode(bytes(30, 61))).toBe('99999999');
  for (let round = 0; round < 50; round++) expect(randomCode(secureByte)).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
});

it('skips the bytes that would favor some characters', () => {
  expect(randomCode(bytes(248, 255, 1))).toBe('BBBBBBBB');
});
