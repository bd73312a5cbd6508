import type { ReactNode } from 'react';
import classes from './Stack.module.css';

type Props = { gap?: 's' | 'm'; children: ReactNode };

/** Arranges its children in a column. */
export const Stack = ({ gap = 'm', children }: Props) => (
  <div className={classes.stack} data-gap={gap}>
    {children}
  </div>
);

type RowProps = Props & {
  align?: 'start' | 'end' | 'between';
  /** For a field with a button: the first child takes the remaining space, and the button aligns with the field. */
  alignsWithField?: boolean;
};

/** Arranges its children in a row that wraps, except next to a field on wide screens. */
export const Row = ({ gap = 's', align = 'start', alignsWithField, children }: RowProps) => (
  <div className={classes.row} data-gap={gap} data-align={align} data-form={alignsWithField}>
    {children}
  </div>
);
