import { expect, it } from 'vitest';
import { backedFact, factBasisOf } from './rules.ts';

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
  expect(backedFact('flat fee')).toBe('flat fee');
  expect(backedFact(' ')).toBeNull();
  expect(backedFact('flat fee (unverified)')).toBeNull();
  expect(backedFact('from memory: 40 dollars')).toBeNull();
});
