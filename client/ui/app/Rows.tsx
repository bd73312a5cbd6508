import type { ReactNode } from 'react';
import { Link } from '#client/app/router.ts';
import classes from './Rows.module.css';

/** A list of records as cards. */
export const CardRows = ({ children }: { children: ReactNode }) => <ul className={classes.cards}>{children}</ul>;

type CardProps = { picture?: ReactNode; aside?: ReactNode; children: ReactNode };

/** A record's picture, its facts, and an aside for buttons or the status. Phones show the aside last. */
export const CardRow = ({ picture, aside, children }: CardProps) => (
  <li className={classes.card}>
    {picture}
    <div className={classes.text}>{children}</div>
    {aside && <div className={classes.aside}>{aside}</div>}
  </li>
);

/** A list of records as lines that link to their screens. */
export const LineRows = ({ children }: { children: ReactNode }) => <ul className={classes.lines}>{children}</ul>;

type LineProps = { to: string; title: ReactNode; marks?: ReactNode; details?: ReactNode; children: ReactNode };

/** A record's line. The whole line is clickable. `children` are up to three facts in columns. */
export const LineRow = ({ to, title, marks, details, children }: LineProps) => (
  <li className={classes.line}>
    <div>
      <Link to={to} className={classes.link!}>
        {title}
      </Link>{' '}
      {marks}
      {details && <p className={classes.details}>{details}</p>}
    </div>
    <div className={classes.facts}>{children}</div>
  </li>
);
