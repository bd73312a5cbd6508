// See docs/decisions/0080-one-set-of-controls.md.
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import classes from './Field.module.css';
import { Errors, FieldFrame, type FieldOptions, useErrors } from './FieldFrame.tsx';
import form from './Form.module.css';

type Props = Omit<ComponentProps<'input'>, 'size' | 'className'> & FieldOptions;

/** A labeled input with a hint and an error. Passwords have a button that shows them. */
export function Field({ label, hint, error, type = 'text', ...input }: Props) {
  const [isShown, setIsShown] = useState(false);
  const isPassword = type === 'password';
  return (
    <FieldFrame name={input.name} label={label} hint={hint} error={error}>
      {(attributes) => (
        <div className={classes.control}>
          <input
            {...input}
            {...attributes}
            {...(input['aria-invalid'] ? { 'aria-invalid': true } : {})}
            type={isPassword && isShown ? 'text' : type}
            className={isPassword ? `${form.input} ${classes.password}` : form.input}
          />
          {isPassword && (
            <button type="button" className={classes.show} aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
              {isShown ? 'Hide' : 'Show'}
              <span className="visually-hidden"> {label.toLowerCase()}</span>
            </button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

type TextFieldProps = Omit<ComponentProps<'textarea'>, 'className'> & FieldOptions;

/** A labeled multiline input with a hint and an error. It grows with its text where browsers support that. */
export const TextField = ({ label, hint, error, rows = 7, ...area }: TextFieldProps) => (
  <FieldFrame name={area.name} label={label} hint={hint} error={error}>
    {(attributes) => <textarea {...area} {...attributes} rows={rows} className={form.input} />}
  </FieldFrame>
);

type CheckProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  type?: 'checkbox' | 'radio';
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
};

/** A checkbox or radio button; with `role="switch"`, a setting to turn on. */
export function Check({ type = 'checkbox', label, hint, error, ...input }: CheckProps) {
  const id = useId();
  const note = hint || error ? `${id}-note` : undefined;
  return (
    <div>
      <label className={classes.check}>
        <input {...input} type={type} aria-invalid={error ? true : undefined} aria-describedby={note} />
        <span>{label}</span>
      </label>
      {note && (
        <div id={note} className={classes.checkNote}>
          {error && <p className={form.error}>{error}</p>}
          {hint && <p className={form.hint}>{hint}</p>}
        </div>
      )}
    </div>
  );
}

type GroupProps = {
  id?: string;
  label: string;
  hint?: ReactNode;
  errors?: readonly ReactNode[];
  /** Path of a list in the form. The group gets the focus if the list as a whole is invalid. */
  'data-path'?: string;
  children: ReactNode;
};

/** Several controls that answer one question. With an `id`, the errors are in the element `<id>-errors`. */
export function FieldGroup({ id, label, hint, errors = [], children, ...path }: GroupProps) {
  const generatedId = useId();
  const hintId = `${generatedId}-hint`;
  const errorsId = errorsIdOf(id ?? generatedId);
  return (
    <fieldset
      {...path}
      tabIndex={path['data-path'] ? -1 : undefined}
      className={classes.group}
      aria-describedby={`${hint ? hintId : ''} ${errorsId}`}
    >
      <legend>{label}</legend>
      {hint && (
        <p id={hintId} className={form.hint}>
          {hint}
        </p>
      )}
      {children}
      <div id={errorsId}>
        <Errors errors={errors} />
      </div>
    </fieldset>
  );
}

const errorsIdOf = (id: string) => `${id}-errors`;

type ChoicesProps = {
  name?: string;
  label: string;
  hint?: string;
  error?: ReactNode;
  type?: 'checkbox' | 'radio';
  options: readonly { value: string; label: string }[];
  /** The initial values, for forms that read their fields on submit. */
  chosen?: readonly string[];
  /** The current value, for a form that keeps its values in state. */
  value?: string | null;
  onChange?: (value: string) => void;
};

/** Options of a short list, as chips that are native checkboxes or radio buttons. */
export function Choices({ name, label, hint, error, type = 'checkbox', options, chosen = [], ...rest }: ChoicesProps) {
  const id = useId();
  const errors = useErrors({ name, label, error });
  const { value: current, onChange, ...attributes } = rest;
  return (
    <FieldGroup id={id} label={label} hint={hint} errors={errors}>
      <div className={classes.choices}>
        {options.map(({ value, label: text }) => (
          <label key={value} className={classes.chip}>
            <input
              {...attributes}
              type={type}
              name={name ?? id}
              value={value}
              {...(onChange
                ? { checked: value === current, onChange: () => onChange(value) }
                : { defaultChecked: chosen.includes(value) })}
              aria-invalid={errors.length > 0 || undefined}
              aria-describedby={errors.length > 0 ? errorsIdOf(id) : undefined}
            />
            {text}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
