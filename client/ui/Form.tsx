import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Outcome } from '#shared/plain-forms.ts';
import { Alert } from './Alert.tsx';
import classes from './Form.module.css';
import { ErrorsContext, type FormErrors } from './field-errors.ts';
import { useHasScript } from './use-has-script.ts';
import { useSent } from './use-sent.ts';

type Props = {
  onSubmit: (values: FormData) => void;
  /** The first field with an error gets the focus. */
  errors?: FormErrors;
  busy?: boolean;
  label?: string;
  /** The server also accepts it at the page's own address, without script (server/web/plain-forms.ts). */
  isPlain?: boolean;
  children: ReactNode;
};

const NONE: FormErrors = {};

/** A form of plain fields that keeps what was typed. If it's submitted before the script is there, the script sends it. */
export function Form({ onSubmit, errors = NONE, busy = false, label, isPlain = false, children }: Props) {
  const problem = PROBLEMS[useSent() ?? 'done'];
  // Without script the browser checks the fields.
  const hasScript = useHasScript();
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
        noValidate={hasScript || !isPlain}
        data-needs-script
        aria-label={label}
        className={classes.form}
        onSubmit={submit}
      >
        {isPlain && problem && <Alert kind="error">{problem}</Alert>}
        {children}
        {!isPlain && (
          <noscript>
            <p className={classes.hint}>This form needs JavaScript, which is switched off in your browser.</p>
          </noscript>
        )}
      </form>
    </ErrorsContext>
  );
}

const PROBLEMS: Record<Outcome, string | null> = {
  done: null,
  check: 'That didn’t work. Check what you typed and that the link is complete, then try again.',
  later: 'Too many tries. Please try again in an hour.',
};
