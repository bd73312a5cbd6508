import type { ReactNode } from 'react';
import classes from './KitScreen.module.css';

/** A group of states under a heading. */
export const Example = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.example} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
