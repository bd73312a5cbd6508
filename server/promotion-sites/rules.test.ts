import { expect, it } from 'vitest';
import { factBasisOf, sourcedFact } from './rules.ts';

it.each([
  ['sourced', 'sourced'],
  ['partly sourced', 'partly sourced'],
  ['sourced (2015)', 'partly sourced'],
  ['name and booking portal sourced', 'partly sourced'],
  ['memory', 'not sourced'],
  ['sourced from Memory', 'not sourced'],
  ['existence sourced; price unsourced', 'not sourced'],
  ['', 'not sourced'],
])('classifies "%s" as %s', (text, basis) => {
  expect(factBasisOf(text)).toBe(basis);
});

it('hides facts that are empty or unsourced', () => {
  expect(sourcedFact('flat fee')).toBe('flat fee');
  expect(sourcedFact(' ')).toBeNull();
  expect(sourcedFact('flat fee (unverified)')).toBeNull();
  expect(sourcedFact('from memory: 40 dollars')).toBeNull();
});
