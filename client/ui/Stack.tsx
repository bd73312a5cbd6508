import type { ReactNode } from 'react';
import classes from './Stack.module.css';

type Props = { gap?: 's' | 'm'; children: ReactNode };

/** Children below each other. */
export const Stack = ({ gap = 'm', children }: Props) => (
  <div className={classes.stack} data-gap={gap}>
    {children}
  </div>
);

type RowProps = Props & {
  align?: 'start' | 'end' | 'between';
  /** For a field with a button: the first child takes the remaining space, and the button is beside the field. */
  isForm?: boolean;
};

/** Children beside each other, in several lines where one is too narrow. */
export const Row = ({ gap = 's', align = 'start', isForm, children }: RowProps) => (
  <div className={classes.row} data-gap={gap} data-align={align} data-form={isForm}>
    {children}
  </div>
);
