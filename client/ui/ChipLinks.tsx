import type { ReactNode } from 'react';
import { Link } from '#client/app/router.ts';
import classes from './ChipLinks.module.css';

type Chip = { to: string; label: string; isCurrent: boolean };
type Props = { label: string; chips: readonly Chip[]; children?: ReactNode };

/** Links to the parts of a list, with the current one marked; `children` are further items. */
export const ChipLinks = ({ label, chips, children }: Props) => (
  <nav aria-label={label}>
    <ul className={classes.chips}>
      {chips.map(({ to, label: text, isCurrent }) => (
        <li key={to}>
          <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
            {text}
          </Link>
        </li>
      ))}
      {children}
    </ul>
  </nav>
);
