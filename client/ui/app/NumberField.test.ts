import { expect, it } from 'vitest';
import { centsOf } from './NumberField.tsx';

it('converts a typed price to whole cents', () => {
  expect(centsOf('4.35')).toBe(435);
  expect(centsOf(0.29)).toBe(29);
  expect(centsOf('')).toBe('');
  expect(centsOf('-')).toBe('');
});
