import type { ReactNode } from 'react';
import classes from './Form.module.css';

/** A one-button form for browsers without script, posted to the page's own address. */
export const NoScriptForm = ({ children }: { children: ReactNode }) => (
  <noscript>
    <form method="post" className={classes.form}>
      {children}
    </form>
  </noscript>
);
