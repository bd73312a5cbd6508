import type { ReactNode } from 'react';
import classes from './Alert.module.css';

type Props = { kind?: 'info' | 'success' | 'error' | 'warning'; title?: string; children?: ReactNode };

/** A message that stays on the page; screen readers read errors right away. */
export const Alert = ({ kind = 'info', title, children }: Props) => (
  <div className={classes.alert} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
    {title && <strong>{title}</strong>}
    {children && <div>{children}</div>}
  </div>
);
