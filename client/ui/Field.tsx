import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId, useState } from 'react';
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

type TextFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { name: string; label: string; hint?: string };

/** Several lines of text, with label, hint and error. */
export function TextField({ label, hint, rows = 7, ...area }: TextFieldProps) {
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

/** Chips for a short list, which are native checkboxes or radio buttons. */
export function Choices({ name, label, hint, type = 'checkbox', options, chosen = [] }: ChoicesProps) {
  const id = useId();
  const errors = useFieldError(name);
  return (
    <fieldset className={classes.group} aria-describedby={hint && id}>
      <legend>{label}</legend>
      {hint && (
        <p id={id} className={classes.hint}>
          {hint}
        </p>
      )}
      <div className={classes.choices}>
        {options.map((option) => (
          <label key={option.value} className={classes.chip}>
            <input
              type={type}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              aria-invalid={errors ? true : undefined}
              aria-describedby={errors && `${id}-errors`}
            />
            {option.label}
          </label>
        ))}
      </div>
      <div id={`${id}-errors`}>
        {errors?.map((message) => (
          <p key={message} className={classes.error}>
            {sentence(label, message)}
          </p>
        ))}
      </div>
    </fieldset>
  );
}
