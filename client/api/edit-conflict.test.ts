import { expect, it } from 'vitest';
import { changedByBoth, keepOwnChanges } from './edit-conflict.ts';

it('keeps the fields that the person changed, and takes the other person’s values in all other fields', () => {
  const before = { name: 'Spines', price: 100, tags: ['a'] };
  const theirs = { name: 'Bindings', price: 200, tags: ['a', 'b'] };
  expect(keepOwnChanges(before, { ...before, price: 150 }, theirs)).toEqual({ ...theirs, price: 150 });
  expect(keepOwnChanges(before, { ...before, tags: [] }, theirs)).toEqual({ ...theirs, tags: [] });
  expect(keepOwnChanges(before, { ...before, tags: ['a'] }, theirs)).toEqual(theirs);
});

it('names the fields that both people changed to different values', () => {
  const before = { name: 'Spines', price: 100, tags: ['a'] };
  const own = { name: 'Covers', price: 150, tags: ['a'] };
  expect(changedByBoth(before, own, { name: 'Bindings', price: 100, tags: [] })).toEqual(['name']);
  expect(changedByBoth(before, own, { name: 'Covers', price: 150, tags: ['a'] })).toEqual([]);
});
