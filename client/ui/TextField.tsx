import { type TextareaHTMLAttributes, useId } from 'react';
import { sentence } from './Field.tsx';
import classes from './Form.module.css';
import { useFieldError } from './Form.tsx';

type Props = TextareaHTMLAttributes<HTMLTextAreaElement> & { name: string; label: string; hint?: string };

/** Several lines of text, with label, hint and error. */
export function TextField({ label, hint, rows = 7, ...area }: Props) {
  const id = useId();
  const errors = useFieldError(area.name);
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        rows={rows}
        className={classes.input}
        aria-invalid={errors ? true : undefined}
        aria-describedby={`${id}-note`}
      />
      <div id={`${id}-note`}>
        {errors?.map((message) => (
          <p key={message} className={classes.error}>
            {sentence(label, message)}
          </p>
        ))}
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
    </div>
  );
}
