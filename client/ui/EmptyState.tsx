import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

/** A placeholder for missing content, such as an empty list: a title and the next step. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) => (
  <div className={classes.empty}>
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action && <div>{action}</div>}
  </div>
);
