import { areShortcutsEnabled, keyName } from '#client/ui/app/keys.ts';
import classes from './Key.module.css';

/**
 * The key of a command, beside its label, unless single keys are turned off. It's hidden from screen readers, which
 * have their own keys.
 */
export const Key = ({ name }: { name: string | number }) => areShortcutsEnabled() && <KeyCap name={name} />;

/** The keys that undo the last decision. */
export const UNDO_KEYS = ['u', 'Mod+z'] as const;

/** The undo key that works with the current setting for single keys. */
export const UndoKey = () => <KeyCap name={areShortcutsEnabled() ? UNDO_KEYS[0] : keyName(UNDO_KEYS[1])} />;

const KeyCap = ({ name }: { name: string | number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd can't have the focus
  <kbd aria-hidden="true" className={classes.key}>
    {name}
  </kbd>
);
