import { expect, it } from 'vitest';
import { numberErrors, numberOf } from './review-numbers.ts';

it('reads typed numbers, and nothing else', () => {
  expect(['', '45', '$45.50', '1,234', '12,345.5'].map(numberOf)).toEqual([null, 45, 45.5, 1234, 12_345.5]);
  expect(['abc', '45,50', '-3', '1.234', '1e5', '12 or so'].map(numberOf)).toEqual(Array(6).fill(Number.NaN));
});

it('names the fields that aren’t numbers instead of sending them as empty', () => {
  const errorsOf = (cost_cents: string, copies: string) => {
    const values = new FormData();
    values.set('cost_cents', cost_cents);
    values.set('copies', copies);
    return numberErrors(values);
  };
  expect(errorsOf('', '')).toBeNull();
  expect(errorsOf(' 45.50 ', '1,234')).toBeNull();
  expect(errorsOf('about 45', 'many')).toEqual({
    cost_cents: ['must be an amount such as 45.50'],
    copies: ['must be a number such as 120'],
  });
});
