/**
 * Keyboard shortcuts of staff screens. The sheet of shortcuts lists those that the screen binds
 * (docs/decisions/0128-print-the-keys-that-are-bound.md).
 */
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { browserStore } from '#client/api/stored.ts';

/** Commands by `KeyboardEvent.key`; `Mod+` means Ctrl, or ⌘ on a Mac. */
export type KeyTable<Command extends string = string> = {
  readonly [key: string]: {
    readonly command: Command;
    readonly description: string;
    /** Runs again while the key is held down. */
    readonly repeats?: true;
    /** In text fields, the browser's own shortcut takes precedence, such as undo. */
    readonly isFieldShortcut?: true;
  };
};
type CommandOf<Table extends KeyTable> = Table[keyof Table]['command'];

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'repeat'> & {
  target: unknown;
};

const PLACES = ['page', 'anywhere', 'dialog'] as const;
type Place = (typeof PLACES)[number];

const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable="true"]';
const DIALOG = '[role="dialog"]';
/** The browser activates these on Enter. */
const CONTROLS = 'a, button, summary, input';
/** The browser has its own use for Ctrl+Enter or ⌘+Enter on these, such as a new tab for links. */
const CONTROLS_WITH_MODIFIER = 'a, summary';

/**
 * The command of a key press. Null if the key has none here, if a text field or control uses it, or if it is a single
 * character while single-key shortcuts are off.
 */
export function commandOf<Table extends KeyTable>(
  table: Table,
  { key, ctrlKey, metaKey, altKey, isComposing, repeat, target }: KeyPress,
  place: Place = 'page',
): CommandOf<Table> | null {
  const isWithin = (selector: string) => (target as Partial<Element> | null)?.closest?.(selector) != null;
  const withModifier = ctrlKey || metaKey;
  const name = key.length === 1 ? key.toLowerCase() : key;
  const binding = table[withModifier ? `Mod+${name}` : name];
  if (!binding || altKey || isComposing || (repeat && !binding.repeats)) return null;
  // The focus may still be outside the open dialog, because it moves a moment after the dialog opens.
  const isDialogOpen = isWithin(DIALOG) || globalThis.document?.querySelector(DIALOG) != null;
  if (place !== 'anywhere' && isDialogOpen !== (place === 'dialog')) return null;
  if ((!withModifier || binding.isFieldShortcut) && isWithin(TEXT_FIELDS)) return null;
  if (key === 'Enter' && isWithin(withModifier ? CONTROLS_WITH_MODIFIER : CONTROLS)) return null;
  // Single characters interfere with voice control, so they can be switched off (WCAG 2.1.4).
  return withModifier || key.length > 1 || areShortcutsEnabled() ? (binding.command as CommandOf<Table>) : null;
}

export const areShortcutsEnabled = () => browserStore().getItem('review_keys') !== 'off';
export const setShortcutsEnabled = (on: boolean) =>
  on ? browserStore().removeItem('review_keys') : browserStore().setItem('review_keys', 'off');

type Bindings<Table extends KeyTable> = {
  /** The heading of these keys in the sheet. */
  title: string;
  table: Table;
  /** A key without a function isn't bound. */
  commands: { [command in CommandOf<Table>]?: ((event: KeyboardEvent) => void) | undefined };
  place?: Place;
  /** False while the keys do nothing, such as those of a dialog that is closed. */
  isActive?: boolean;
  /** More settings for the sheet. */
  settings?: ReactNode;
};

type BoundKeys = {
  title: string;
  place: Place;
  keys: readonly (readonly [key: string, description: string])[];
  settings: ReactNode;
};
const bound = new Set<{ current: BoundKeys }>();

/** All keys that the current screen binds, by heading. */
export const boundKeys = () =>
  [...bound].map(({ current }) => current).sort((a, b) => PLACES.indexOf(a.place) - PLACES.indexOf(b.place));

/** Binds the keys of a table while the component is shown. */
export function useKeys<Table extends KeyTable>({
  title,
  table,
  commands,
  place = 'page',
  isActive = true,
  settings = null,
}: Bindings<Table>) {
  const handlers = commands as { [command: string]: ((event: KeyboardEvent) => void) | undefined };
  const sheet = useRef<BoundKeys>({ title, place, keys: [], settings });
  sheet.current = {
    title,
    place,
    keys: Object.entries(table).flatMap(([key, { command, description }]) =>
      handlers[command] ? [[key, description] as const] : [],
    ),
    settings,
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = isActive && !event.defaultPrevented ? commandOf(table, event, place) : null;
    const run = command && handlers[command];
    if (!run) return;
    event.preventDefault();
    run(event);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    bound.add(sheet);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      bound.delete(sheet);
    };
  }, []);
}

/** Attributes of a button that a key presses. `modKey`, with Ctrl or ⌘, works even while single-key shortcuts are off. */
export function shortcutAttributes(key: string, modKey?: `Mod+${string}`) {
  const keys = [areShortcutsEnabled() && key, modKey?.replace('Mod', isMac() ? 'Meta' : 'Control')].filter(Boolean);
  return { 'data-key': key, ...(keys.length > 0 && { 'aria-keyshortcuts': keys.join(' ') }) };
}

/** Creates a command that clicks the visible button that belongs to a key. */
export const pressCommand =
  (key: string, within: 'main' | '[role="dialog"]' = 'main') =>
  () => {
    const buttons = document.querySelectorAll<HTMLElement>(`${within} [data-key="${key}"]`);
    [...buttons].find((button) => button.getClientRects().length > 0)?.click();
  };

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);
/** A key's name on this keyboard. */
export const keyName = (key: string) =>
  key
    .replace('Mod+', isMac() ? '⌘ ' : 'Ctrl ')
    .replace('Escape', 'Esc')
    .replace(/(?<=^(?:⌘|Ctrl) ).$/, (letter) => letter.toUpperCase());
