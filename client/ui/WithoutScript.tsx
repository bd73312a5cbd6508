import type { ReactNode } from 'react';
import classes from './Form.module.css';

/** A form of one button for those without script, at the page's own address; all others never see it. */
export const WithoutScript = ({ children }: { children: ReactNode }) => (
  <noscript>
    <form method="post" className={classes.form}>
      {children}
    </form>
  </noscript>
);
