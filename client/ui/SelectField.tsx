import type { ComponentProps } from 'react';
import { FieldFrame, type FieldOptions } from './FieldFrame.tsx';
import classes from './Form.module.css';

export type Option = { value: string; label: string };
/** Its `children` are the options that need a group. */
type Props = Omit<ComponentProps<'select'>, 'className'> & FieldOptions & { options: readonly Option[] };

/** A list to choose one of, in the browser's own menu. */
export const SelectField = ({ label, hint, error, options, children, ...select }: Props) => (
  <FieldFrame name={select.name} label={label} hint={hint} error={error}>
    {(ties) => (
      <select {...select} {...ties} className={classes.input}>
        {options.map(asOption)}
        {children}
      </select>
    )}
  </FieldFrame>
);

export const asOption = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
);
