import type { InputHTMLAttributes, ReactNode } from 'react';
import { sentence } from './Field.tsx';
import classes from './Form.module.css';
import { useFieldError } from './Form.tsx';

type CheckProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { name: string; label: ReactNode };

export const Check = ({ label, ...input }: CheckProps) => (
  <label className={classes.check}>
    <input {...input} type="checkbox" />
    <span>{label}</span>
  </label>
);

type ChoicesProps = {
  name: string;
  label: string;
  hint?: string;
  type?: 'checkbox' | 'radio';
  options: readonly { value: string; label: string }[];
  chosen?: readonly string[];
};

/** One or several of a short list, as chips that are native checkboxes or radio buttons. */
export function Choices({ name, label, hint, type = 'checkbox', options, chosen = [] }: ChoicesProps) {
  const errors = useFieldError(name);
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {hint && <p className={classes.hint}>{hint}</p>}
      <div className={classes.choices}>
        {options.map((option) => (
          <label key={option.value} className={classes.chip}>
            <input
              type={type}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              aria-invalid={errors ? true : undefined}
            />
            {option.label}
          </label>
        ))}
      </div>
      {errors?.map((message) => (
        <p key={message} className={classes.error}>
          {sentence(label, message)}
        </p>
      ))}
    </fieldset>
  );
}
