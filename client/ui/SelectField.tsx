import { type SelectHTMLAttributes, useId } from 'react';
import classes from './Form.module.css';

type Props = SelectHTMLAttributes<HTMLSelectElement> & {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
};

export function SelectField({ label, options, ...select }: Props) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <select {...select} id={id} className={classes.input}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
