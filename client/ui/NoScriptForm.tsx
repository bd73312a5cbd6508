import type { ReactNode } from 'react';
import classes from './Form.module.css';

/** A form with one button for browsers without script, at the page's own address. Others never see it. */
export const NoScriptForm = ({ children }: { children: ReactNode }) => (
  <noscript>
    <form method="post" className={classes.form}>
      {children}
    </form>
  </noscript>
);
