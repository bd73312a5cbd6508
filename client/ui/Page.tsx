import type { ReactNode } from 'react';
import classes from './Page.module.css';

/** The width of a screen inside <main>: `text` for reading, `form` for short forms, `page` for grids and tables. */
export const Page = ({ width = 'page', children }: { width?: 'page' | 'text' | 'form'; children: ReactNode }) => (
  <div className={classes.page} data-width={width}>
    {children}
  </div>
);

export const PageTitle = ({ children, lead }: { children: ReactNode; lead?: ReactNode }) => (
  <div className={classes.title}>
    <h1>{children}</h1>
    {lead && <p className={classes.lead}>{lead}</p>}
  </div>
);
