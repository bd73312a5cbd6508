import { areShortcutsEnabled } from '#client/ui/app/keys.ts';
import classes from './Key.module.css';

/**
 * The key of a command, beside its words, unless keys are switched off. Screen readers leave it out, since they have
 * keys of their own.
 */
export const Key = ({ name }: { name: string | number }) =>
  areShortcutsEnabled() && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd can't have the focus
    <kbd aria-hidden="true" className={classes.key}>
      {name}
    </kbd>
  );
