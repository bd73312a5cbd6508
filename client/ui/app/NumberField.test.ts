import { expect, it } from 'vitest';
import { pageOf } from '../search-params.ts';
import { centsOf } from './NumberField.tsx';

it('reads the page of an address and falls back to the first', () => {
  expect(pageOf(new URLSearchParams('page=3'))).toBe(3);
  for (const text of ['', 'page=0', 'page=-2', 'page=many']) expect(pageOf(new URLSearchParams(text))).toBe(1);
});

it('converts a typed price to whole cents', () => {
  expect(centsOf('4.35')).toBe(435);
  expect(centsOf(0.29)).toBe(29);
  expect(centsOf('')).toBe('');
  expect(centsOf('-')).toBe('');
});
