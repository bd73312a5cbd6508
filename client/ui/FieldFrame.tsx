import { type ReactNode, useId } from 'react';
import classes from './Form.module.css';
import { toSentence, useFieldError } from './field-errors.ts';

export type FieldOptions = {
  label: string;
  hint?: ReactNode;
  /** A complete sentence. By default, the field shows the <Form>'s errors under its name. */
  error?: ReactNode;
};

/** The field's `error`, or else the <Form>'s errors under its name, as sentences. */
export const useErrors = ({ name, label, error }: Pick<Props, 'name' | 'label' | 'error'>): readonly ReactNode[] => {
  const messages = useFieldError(name);
  return error ? [error] : (messages ?? []).map((message) => toSentence(label, message));
};

export const Errors = ({ errors }: { errors: readonly ReactNode[] }) =>
  errors.map((message, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity
    <p key={position} className={classes.error}>
      {message}
    </p>
  ));

type ControlAttributes = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string };
type Props = FieldOptions & { name?: string | undefined; children: (attributes: ControlAttributes) => ReactNode };

/** A label, a control, its errors, and its hint. `children` gets the attributes that connect the control to them. */
export function FieldFrame({ name, label, hint, error, children }: Props) {
  const id = useId();
  const errors = useErrors({ name, label, error });
  const note = `${id}-note`;
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {children({ id, 'aria-invalid': errors.length > 0 || undefined, 'aria-describedby': note })}
      <div id={note}>
        <Errors errors={errors} />
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
    </div>
  );
}
