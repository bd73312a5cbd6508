import type { ReactNode } from 'react';
import classes from './Stack.module.css';

type Props = { gap?: 's' | 'm' | 'l'; children: ReactNode };

/** Children below each other. */
export const Stack = ({ gap = 'm', children }: Props) => (
  <div className={classes.stack} data-gap={gap}>
    {children}
  </div>
);

type RowProps = Props & {
  align?: 'start' | 'end' | 'between';
  /** For fields with a button: the first child takes the room that is left, and all end at the same line. */
  isForm?: boolean;
};

/** Children beside each other, in several lines where one is too narrow. */
export const Row = ({ gap = 's', align = 'start', isForm, children }: RowProps) => (
  <div className={classes.row} data-gap={gap} data-align={align} data-form={isForm}>
    {children}
  </div>
);
