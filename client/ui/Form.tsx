import { createContext, type FormEvent, type ReactNode, use, useEffect, useRef } from 'react';
import classes from './Form.module.css';

export type FormErrors = { [field: string]: string[] };

const ErrorsContext = createContext<FormErrors>({});
export const useFieldError = (name: string) => use(ErrorsContext)[name];

type Props = {
  onSubmit: (values: FormData) => void;
  /** By field name; each message reads on after the field's label. The first field with one gets the focus. */
  errors?: FormErrors;
  busy?: boolean;
  label?: string;
  children: ReactNode;
};

const NONE: FormErrors = {};

/** A form of plain fields that keeps what was typed. It needs script: what is sent before that is sent once it is there. */
export function Form({ onSubmit, errors = NONE, busy = false, label, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) onSubmit(new FormData(event.currentTarget));
  };
  return (
    <ErrorsContext value={errors}>
      <form
        ref={form}
        method="post"
        noValidate
        data-needs-script
        aria-label={label}
        className={classes.form}
        onSubmit={submit}
      >
        {children}
        <noscript>
          <p className={classes.hint}>This form needs JavaScript, which is switched off in your browser.</p>
        </noscript>
      </form>
    </ErrorsContext>
  );
}
