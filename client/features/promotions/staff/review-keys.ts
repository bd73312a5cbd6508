import { browserStore } from '#client/api/stored.ts';

/** The review queue's keys. */
export const REVIEW_KEYS = {
  j: { command: 'next', does: 'Go to the next promotion' },
  k: { command: 'previous', does: 'Go to the previous promotion' },
  a: { command: 'approve', does: 'Approve it' },
  r: { command: 'reject', does: 'Reject it, with reasons' },
  f: { command: 'feedback', does: 'Ask the partner for feedback' },
  c: { command: 'cancel', does: 'Cancel it' },
  u: { command: 'undo', does: 'Take the last decision back, while it can be' },
  '?': { command: 'help', does: 'Show these keys' },
} as const;

export type ReviewCommand = (typeof REVIEW_KEYS)[keyof typeof REVIEW_KEYS]['command'];

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'repeat'> & {
  target: unknown;
};

/** The command of a key press; null while someone types, and for the browser's own keys. */
export function commandOf({ key, ctrlKey, metaKey, altKey, isComposing, repeat, target }: KeyPress) {
  if (ctrlKey || metaKey || altKey || isComposing || isTyping(target)) return null;
  const found = REVIEW_KEYS[key.toLowerCase() as keyof typeof REVIEW_KEYS];
  if (!found) return null;
  // A key that is held down may walk through the list, but not decide about what comes by.
  return repeat && found.command !== 'next' && found.command !== 'previous' ? null : found.command;
}

const isTyping = (target: unknown) =>
  (target as Partial<Element> | null)?.closest?.(
    'input, textarea, select, [contenteditable="true"], [role="dialog"]',
  ) != null;

/** Single letters get in the way of voice control, so they can be switched off (WCAG 2.1.4). */
export const areKeysOn = () => browserStore().getItem('review_keys') !== 'off';
export const switchKeys = (on: boolean) => remember('review_keys', on);

/** Six seconds to undo a decision are too few for some people, so the time limit can be switched off (WCAG 2.2.1). */
export const isTimerOn = () => browserStore().getItem('review_timer') !== 'off';
export const switchTimer = (on: boolean) => remember('review_timer', on);

const remember = (name: string, on: boolean) =>
  on ? browserStore().removeItem(name) : browserStore().setItem(name, 'off');
