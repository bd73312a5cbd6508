import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { FormOutcome } from '#shared/no-script-forms.ts';
import { Alert } from './Alert.tsx';
import classes from './Form.module.css';
import { ErrorsContext, type FormErrors } from './field-errors.ts';
import { useFormOutcome } from './use-form-outcome.ts';
import { useHasScript } from './use-has-script.ts';

type Props = {
  onSubmit: (values: FormData) => void;
  /** The first field with an error gets the focus. */
  errors?: FormErrors;
  busy?: boolean;
  label?: string;
  /** A no-script form: the server also accepts it at the page's own address (server/web/no-script-forms.ts). */
  worksWithoutScript?: boolean;
  children: ReactNode;
};

const NO_ERRORS: FormErrors = {};

/**
 * A form of uncontrolled fields, so typed text survives hydration. A form submitted before the script has loaded is
 * sent once it has.
 */
export function Form({
  onSubmit,
  errors = NO_ERRORS,
  busy = false,
  label,
  worksWithoutScript = false,
  children,
}: Props) {
  const problem = PROBLEMS[useFormOutcome() ?? 'done'];
  // Without script, the browser validates the fields of a no-script form.
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
        noValidate={hasScript || !worksWithoutScript}
        data-needs-script
        aria-label={label}
        className={classes.form}
        onSubmit={submit}
      >
        {worksWithoutScript && problem && <Alert kind="error">{problem}</Alert>}
        {children}
        {!worksWithoutScript && (
          <noscript>
            <p className={classes.hint}>Turn on JavaScript in your browser to use this form.</p>
          </noscript>
        )}
      </form>
    </ErrorsContext>
  );
}

const PROBLEMS: Record<FormOutcome, string | null> = {
  done: null,
  check:
    'We couldn’t submit this form. Check your entries and try again. If you came from an email, open its link again.',
  later: 'Too many attempts. Please try again in an hour.',
};
