import { expect, it, vi } from 'vitest';
import { commandOf, type KeyPress } from '#client/ui/app/keys.ts';
import { EDITOR_CODES } from '#shared/submission-rules.ts';
import { REASON_KEYS, REVIEW_KEYS } from './review-keys.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false, repeat: false };
const inside = (selector: string) => ({ closest: (selectors: string) => (selectors.includes(selector) ? {} : null) });
const pressOf = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ...none,
  target: inside('main'),
  ...more,
});
const press = (key: string, more: Partial<KeyPress> = {}) => commandOf(REVIEW_KEYS, pressOf(key, more));

it('recognizes the keys of the queue', () => {
  expect(['j', 'k', 'a', 'r', 'f', 'c', 'u', 'h', 'd', 'Enter', 'Escape'].map((key) => press(key))).toEqual([
    'next',
    'previous',
    'approve',
    'reject',
    'feedback',
    'cancel',
    'undo',
    'charge',
    'refund',
    'open',
    'back',
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
  expect(press('z')).toBeNull();
  expect(press('z', { ctrlKey: true })).toBe('undo');
});

it('leaves other combinations to the browser', () => {
  expect(press('r', { ctrlKey: true })).toBeNull();
  expect(press('a', { metaKey: true })).toBeNull();
  expect(press('f', { altKey: true })).toBeNull();
});

it('ignores keys while someone types or answers a dialog', () => {
  expect(press('a', { target: inside('input:not') })).toBeNull();
  expect(press('a', { target: inside('textarea') })).toBeNull();
  expect(press('a', { target: inside('[role="dialog"]') })).toBeNull();
  expect(press('a', { isComposing: true })).toBeNull();
  expect(press('z', { ctrlKey: true, target: inside('textarea') })).toBeNull();
});

it('moves on while a key is held, but decides once', () => {
  expect(press('j', { repeat: true })).toBe('next');
  expect(press('a', { repeat: true })).toBeNull();
});

it('leaves Enter to buttons, and Ctrl+Enter to links but not to buttons', () => {
  expect(press('Enter', { target: inside('button') })).toBeNull();
  expect(press('a', { target: inside('button') })).toBe('approve');
  const table = { 'Mod+Enter': { command: 'send', description: 'Submit the current form' } } as const;
  const send = (target: KeyPress['target']) =>
    commandOf(table, pressOf('Enter', { ctrlKey: true, target }), 'anywhere');
  expect([send(inside('a')), send(inside('button')), send(null)]).toEqual([null, 'send', 'send']);
});

it('chooses a reason by its digit, in the dialog only', () => {
  const dialog = { target: inside('[role="dialog"]') };
  expect(commandOf(REASON_KEYS, pressOf('1', dialog), 'dialog')).toBe(EDITOR_CODES[0]);
  expect(commandOf(REASON_KEYS, pressOf('6', dialog), 'dialog')).toBe('other');
  expect(commandOf(REASON_KEYS, pressOf('1'), 'dialog')).toBeNull();
  const field = { target: { closest: () => ({}) } };
  expect(commandOf(REASON_KEYS, pressOf('1', field), 'dialog')).toBeNull();
});

it('recognizes an open dialog’s keys even before the dialog has the focus, but no keys of the page', () => {
  vi.stubGlobal('document', { querySelector: (selector: string) => (selector === '[role="dialog"]' ? {} : null) });
  expect(commandOf(REASON_KEYS, pressOf('1'), 'dialog')).toBe(EDITOR_CODES[0]);
  expect(commandOf(REASON_KEYS, pressOf('1', { target: inside('textarea') }), 'dialog')).toBeNull();
  expect(press('a')).toBeNull();
  vi.unstubAllGlobals();
});

it('recognizes a key with Ctrl or ⌘ while someone types', () => {
  const table = { 'Mod+k': { command: 'search', description: 'Search' } } as const;
  const field = { target: inside('textarea') };
  expect(commandOf(table, pressOf('k', { ...field, metaKey: true }))).toBe('search');
  expect(commandOf(table, pressOf('K', { ...field, ctrlKey: true }))).toBe('search');
  expect(commandOf(table, pressOf('k', { ctrlKey: true, altKey: true }))).toBeNull();
  expect(commandOf(table, pressOf('k'))).toBeNull();
});
