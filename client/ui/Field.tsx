import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import classes from './Form.module.css';
import { useFieldError } from './Form.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & { name: string; label: string; hint?: ReactNode };

/** A labelled input with its hint and its error. Passwords can be shown. */
export function Field({ label, hint, type = 'text', ...input }: Props) {
  const id = useId();
  const errors = useFieldError(input.name);
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.control}>
        <input
          {...input}
          id={id}
          type={isPassword && shown ? 'text' : type}
          className={isPassword ? `${classes.input} ${classes.password}` : classes.input}
          aria-invalid={errors ? true : undefined}
          aria-describedby={`${id}-note`}
        />
        {isPassword && (
          <button type="button" className={classes.show} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
            <span className="visually-hidden"> {label.toLowerCase()}</span>
          </button>
        )}
      </div>
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

/** The server's messages read on after the field's name; whole sentences of the client stand alone. */
export const sentence = (label: string, message: string) => (/^[a-z]/.test(message) ? `${label} ${message}` : message);
