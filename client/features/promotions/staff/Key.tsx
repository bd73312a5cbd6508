import classes from './Key.module.css';

/** The key of a command, beside its words. Screen readers leave it out, since they have keys of their own. */
export const Key = ({ name }: { name: string | number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd can't have the focus
  <kbd aria-hidden="true" className={classes.key}>
    {name}
  </kbd>
);
