import { browserStore } from '#client/api/stored.ts';

/** The review queue's keys. */
export const REVIEW_KEYS = {
  j: { command: 'next', does: 'Go to the next promotion' },
  k: { command: 'previous', does: 'Go to the previous promotion' },
  a: { command: 'approve', does: 'Approve the promotion' },
  r: { command: 'reject', does: 'Decline with reasons' },
  f: { command: 'feedback', does: 'Ask the partner for feedback' },
  c: { command: 'cancel', does: 'Cancel the promotion' },
  1: { command: 'amazon', does: 'Open the book at Amazon in a new tab' },
  2: { command: 'ibooks', does: 'Open it at Apple Books' },
  3: { command: 'barnes_and_noble', does: 'Open it at Barnes & Noble' },
  4: { command: 'google_play', does: 'Open it at Google Play' },
  5: { command: 'kobo', does: 'Open it at Kobo' },
  p: { command: 'price', does: 'Fetch the store’s price again' },
  u: { command: 'undo', does: 'Undo the last decision, while that’s possible' },
  '?': { command: 'help', does: 'Show these shortcuts' },
} as const;

export type ReviewCommand = (typeof REVIEW_KEYS)[keyof typeof REVIEW_KEYS]['command'];

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'repeat'> & {
  target: unknown;
};

/** The command of a key press, or null while someone types, and for the browser's own keys. */
export function commandOf({ key, ctrlKey, metaKey, altKey, isComposing, repeat, target }: KeyPress) {
  if (ctrlKey || metaKey || altKey || isComposing || isTyping(target)) return null;
  const found = REVIEW_KEYS[key.toLowerCase() as keyof typeof REVIEW_KEYS];
  if (!found) return null;
  // A key that is held down may move through the list, but not decide.
  return repeat && found.command !== 'next' && found.command !== 'previous' ? null : found.command;
}

const isTyping = (target: unknown) =>
  (target as Partial<Element> | null)?.closest?.(
    'input, textarea, select, [contenteditable="true"], [role="dialog"]',
  ) != null;

/** Single letters interfere with voice control, so they can be switched off (WCAG 2.1.4). */
export const areShortcutsEnabled = () => browserStore().getItem('review_keys') !== 'off';
export const setShortcutsEnabled = (on: boolean) =>
  on ? browserStore().removeItem('review_keys') : browserStore().setItem('review_keys', 'off');

/** Seconds for which a decision can be undone; '0': until the next decision. */
export const HOLDS = ['6', '30', '120', '0'] as const;
export type Hold = (typeof HOLDS)[number];

/** Six seconds to undo a decision are too few for some people, so the time can be longer or without a limit (WCAG 2.2.1). */
export const storedHold = (): Hold => {
  const stored = browserStore().getItem('review_hold');
  return HOLDS.find((hold) => hold === stored) ?? '6';
};
export const storeHold = (hold: Hold) => browserStore().setItem('review_hold', hold);
