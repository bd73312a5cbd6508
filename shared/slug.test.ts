import { expect, it } from 'vitest';
import { slugOf } from './slug.ts';

it.each([
  ['Don’t Look: A Novel', 'dont-look-a-novel'],
  ['L’Étranger', 'letranger'],
  ['Łódź', 'lodz'],
  ['Søren & Þóra', 'soren-thora'],
  ['Straße', 'strasse'],
  ['Война и мир', 'voyna-i-mir'],
  ['Οδύσσεια', 'odysseia'],
  ['!!!', 'untitled'],
])('writes %s as %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

it('cuts a long name at 80 characters, without a hyphen at the end', () => {
  expect(slugOf(`${'a'.repeat(79)} b`)).toBe('a'.repeat(79));
});
