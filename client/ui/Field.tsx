import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import classes from './Field.module.css';
import { Errors, FieldFrame, type FieldOptions, useErrors } from './FieldFrame.tsx';
import form from './Form.module.css';

type Props = Omit<ComponentProps<'input'>, 'size' | 'className'> & FieldOptions;

/** A labeled input with its hint and its error. Passwords can be shown. */
export function Field({ label, hint, error, type = 'text', ...input }: Props) {
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  return (
    <FieldFrame name={input.name} label={label} hint={hint} error={error}>
      {(ties) => (
        <div className={classes.control}>
          <input
            {...input}
            {...ties}
            {...(input['aria-invalid'] ? { 'aria-invalid': true } : {})}
            type={isPassword && shown ? 'text' : type}
            className={isPassword ? `${form.input} ${classes.password}` : form.input}
          />
          {isPassword && (
            <button type="button" className={classes.show} aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? 'Hide' : 'Show'}
              <span className="visually-hidden"> {label.toLowerCase()}</span>
            </button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

type TextFieldProps = Omit<ComponentProps<'textarea'>, 'className'> & FieldOptions;

/** Several lines of text, with label, hint and error. It grows with its text where the browser can do that. */
export const TextField = ({ label, hint, error, rows = 7, ...area }: TextFieldProps) => (
  <FieldFrame name={area.name} label={label} hint={hint} error={error}>
    {(ties) => <textarea {...area} {...ties} rows={rows} className={form.input} />}
  </FieldFrame>
);

type CheckProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  type?: 'checkbox' | 'radio';
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
};

/** A checkbox; with `role="switch"` a setting to turn on. */
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
  /** With the path of a form's list, the group gets the focus when the list as a whole is refused. */
  'data-path'?: string;
  children: ReactNode;
};

/** Several controls that answer one question. With an `id` its errors are at `errorsOf(id)`. */
export function FieldGroup({ id, label, hint, errors = [], children, ...path }: GroupProps) {
  const own = useId();
  const [hintId, errorsId] = [`${own}-hint`, errorsOf(id ?? own)];
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

const errorsOf = (id: string) => `${id}-errors`;

type ChoicesProps = {
  name?: string;
  label: string;
  hint?: string;
  error?: ReactNode;
  type?: 'checkbox' | 'radio';
  options: readonly { value: string; label: string }[];
  /** The first values, for forms that read their fields when they are sent. */
  chosen?: readonly string[];
  /** For a radio button in a form that keeps its values in state. */
  value?: string | null;
  onChange?: (value: string) => void;
};

/** Options of a short list, as chips that are native checkboxes or radio buttons. */
export function Choices({ name, label, hint, error, type = 'checkbox', options, chosen = [], ...rest }: ChoicesProps) {
  const id = useId();
  const errors = useErrors({ name, label, error });
  const { value: current, onChange, ...ties } = rest;
  return (
    <FieldGroup id={id} label={label} hint={hint} errors={errors}>
      <div className={classes.choices}>
        {options.map(({ value, label: text }) => (
          <label key={value} className={classes.chip}>
            <input
              {...ties}
              type={type}
              name={name ?? id}
              value={value}
              {...(onChange
                ? { checked: value === current, onChange: () => onChange(value) }
                : { defaultChecked: chosen.includes(value) })}
              aria-invalid={errors.length > 0 || undefined}
              aria-describedby={errors.length > 0 ? errorsOf(id) : undefined}
            />
            {text}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
