import { browserStore } from '#client/api/stored.ts';
import type { KeyTable } from '#client/ui/app/keys.ts';
import { REASONS } from '#shared/reasons.ts';
import { EDITOR_CODES } from '#shared/submission-rules.ts';

/** Keys of the review queue and of a promotion's own page. */
export const REVIEW_KEYS = {
  j: { command: 'next', description: 'Go to the next promotion', repeats: true },
  k: { command: 'previous', description: 'Go to the previous promotion', repeats: true },
  Enter: { command: 'open', description: 'Go from the list to the details' },
  Escape: { command: 'back', description: 'Go back to the list; in the list, clear the selection' },
  x: { command: 'mark', description: 'Select the promotion for a bulk decision, or deselect it' },
  a: { command: 'approve', description: 'Approve the promotion, or the selected ones' },
  r: { command: 'reject', description: 'Decline the promotion, or the selected ones, with reasons' },
  f: { command: 'feedback', description: 'Ask the partner for feedback' },
  c: { command: 'cancel', description: 'Cancel the promotion' },
  h: { command: 'charge', description: 'Charge the default card' },
  d: { command: 'refund', description: 'Refund the payment' },
  1: { command: 'amazon', description: 'Open the book at Amazon in a new tab' },
  2: { command: 'ibooks', description: 'Open it at Apple Books' },
  3: { command: 'barnes_and_noble', description: 'Open it at Barnes & Noble' },
  4: { command: 'google_play', description: 'Open it at Google Play' },
  5: { command: 'kobo', description: 'Open it at Kobo' },
  p: { command: 'price', description: 'Fetch the store’s price again' },
  u: { command: 'undo', description: 'Undo the last decision, while that’s possible' },
  'Mod+z': {
    command: 'undo',
    description: 'Undo the last decision, even when single-key shortcuts are off',
    isFieldShortcut: true,
  },
} as const satisfies KeyTable;

export type ReasonKeys = KeyTable<(typeof EDITOR_CODES)[number]>;
/** Keys that choose a reason while the form to decline is open. */
export const REASON_KEYS: ReasonKeys = Object.fromEntries(
  EDITOR_CODES.map((command, index) => [index + 1, { command, description: REASONS[command].explanation }]),
);

/** Seconds for which a decision can be undone; '0': until another is held, or the editor leaves the page. */
export const UNDO_SECONDS = ['6', '30', '120', '0'] as const;
export type UndoSeconds = (typeof UNDO_SECONDS)[number];

/**
 * Reads the editor's time to undo, six seconds by default. That's too short for some people, so it can be longer or
 * without a limit (WCAG 2.2.1).
 */
export const readUndoSeconds = (): UndoSeconds => {
  const stored = browserStore().getItem('review_hold');
  return UNDO_SECONDS.find((hold) => hold === stored) ?? '6';
};
export const storeUndoSeconds = (hold: UndoSeconds) => browserStore().setItem('review_hold', hold);
