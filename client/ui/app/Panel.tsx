import { type ReactNode, useId } from 'react';
import classes from './Panel.module.css';

type Props = {
  title: string;
  lead?: ReactNode;
  /** Shown to the right of the title, or below it if there is no room. */
  aside?: ReactNode;
  tone?: 'plain' | 'alert';
  children: ReactNode;
};

/** A titled part of a screen. */
export function Panel({ title, lead, aside, tone = 'plain', children }: Props) {
  const id = useId();
  return (
    <section className={classes.panel} data-tone={tone} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  );
}
