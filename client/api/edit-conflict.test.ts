import { expect, it } from 'vitest';
import { keepOwnChanges } from './edit-conflict.ts';

it('keeps the fields that the person changed, and takes the other person’s in all others', () => {
  const before = { name: 'Spines', price: 100, tags: ['a'] };
  const theirs = { name: 'Bindings', price: 200, tags: ['a', 'b'] };
  expect(keepOwnChanges(before, { ...before, price: 150 }, theirs)).toEqual({ ...theirs, price: 150 });
  expect(keepOwnChanges(before, { ...before, tags: [] }, theirs)).toEqual({ ...theirs, tags: [] });
  expect(keepOwnChanges(before, { ...before, tags: ['a'] }, theirs)).toEqual(theirs);
});
