import type { ReactNode } from 'react';
import classes from './Banner.module.css';

type HeroProps = { title: string; lead: string; actions: ReactNode; children?: ReactNode };

/** The first screen of a landing page: title, lead, buttons, and a picture in `children`. */
export const Hero = ({ title, lead, actions, children }: HeroProps) => (
  <div className={classes.hero}>
    <div className={classes.inner}>
      <div className={classes.text}>
        <h1>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        <div className={classes.actions}>{actions}</div>
      </div>
      {children}
    </div>
  </div>
);

type BandProps = { id: string; title: string; lead: string; actions: ReactNode; children?: ReactNode };

/** The dark band that ends a landing page. */
export const Band = ({ id, title, lead, actions, children }: BandProps) => (
  <section className={classes.band} aria-labelledby={id}>
    <div className={classes.bandInner}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <p>{lead}</p>
      </div>
      {children}
      <div className={classes.bandActions}>{actions}</div>
    </div>
  </section>
);
