import type { ComponentProps } from 'react';
import { FieldFrame, type FieldOptions } from './FieldFrame.tsx';
import classes from './Form.module.css';

export type Option = { value: string; label: string };
/** `children` are more options, such as groups. */
type Props = Omit<ComponentProps<'select'>, 'className'> & FieldOptions & { options: readonly Option[] };

/** A native select. */
export const SelectField = ({ label, hint, error, options, children, ...select }: Props) => (
  <FieldFrame name={select.name} label={label} hint={hint} error={error}>
    {(attributes) => (
      <select {...select} {...attributes} className={classes.input}>
        {options.map(renderOption)}
        {children}
      </select>
    )}
  </FieldFrame>
);

export const renderOption = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
);
