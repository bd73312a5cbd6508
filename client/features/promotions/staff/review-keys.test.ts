import { expect, it } from 'vitest';
import { commandOf } from './review-keys.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false, repeat: false };
const inside = (selector: string) => ({ closest: (wanted: string) => (wanted.includes(selector) ? {} : null) });
const press = (key: string, more: object = {}) => commandOf({ key, ...none, target: inside('main'), ...more });

it('knows the keys of the queue', () => {
  expect(['j', 'k', 'a', 'r', 'f', 'c', 'u', '?'].map((key) => press(key))).toEqual([
    'next',
    'previous',
    'approve',
    'reject',
    'feedback',
    'cancel',
    'undo',
    'help',
  ]);
  expect(['1', '2', '3', '4', '5', 'p'].map((key) => press(key))).toEqual([
    'amazon',
    'ibooks',
    'barnes_and_noble',
    'google_play',
    'kobo',
    'price',
  ]);
  expect(press('A')).toBe('approve');
  expect(press('x')).toBeNull();
});

it('leaves combinations to the browser', () => {
  expect(press('r', { ctrlKey: true })).toBeNull();
  expect(press('a', { metaKey: true })).toBeNull();
  expect(press('f', { altKey: true })).toBeNull();
});

it('ignores keys while someone types or answers a dialog', () => {
  expect(press('a', { target: inside('input') })).toBeNull();
  expect(press('a', { target: inside('textarea') })).toBeNull();
  expect(press('a', { target: inside('[role="dialog"]') })).toBeNull();
  expect(press('a', { isComposing: true })).toBeNull();
});

it('moves on while a key is held, but decides once', () => {
  expect(press('j', { repeat: true })).toBe('next');
  expect(press('a', { repeat: true })).toBeNull();
});
