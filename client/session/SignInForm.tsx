import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import type { FormErrors } from '#client/ui/field-errors.ts';
import { useShell } from '#client/ui/shell.ts';
import type { Role } from '#shared/auth.ts';
import { type SignInBody, signIn } from './auth-api.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { isCodeRequired, OtpField } from './OtpField.tsx';
import { useSessionStore } from './SessionContext.tsx';
import { signInErrors } from './sign-in-errors.ts';

/**
 * The sign-in form. Shows errors for blank fields right away. A partner's form with blank fields isn't sent, but a
 * staff member's is.
 */
export function SignInForm({ forRole: role }: { forRole: Role }) {
  const session = useSessionStore();
  const { demo } = useShell();
  const [errors, setErrors] = useState<FormErrors>({});
  const [needsCode, setNeedsCode] = useState(false);
  const attempt = useMutation({
    mutationFn: async (body: SignInBody) => {
      try {
        return await signIn(role, body);
      } catch (error) {
        // Not a failure: the password was correct, and the form needs one more field.
        if (isCodeRequired(error)) return null;
        throw error;
      }
    },
    onSuccess: (record) => (record ? session.setSignedIn(role, record as never) : setNeedsCode(true)),
    meta: { form: true },
  });

  const onSubmit = (values: FormData) => {
    const otp = values.get('otp');
    const body = {
      email: String(values.get('email')).trim(),
      password: String(values.get('password')),
      ...(otp ? { otp: String(otp) } : {}),
    };
    const blankErrors = signInErrors(body);
    setErrors(blankErrors);
    if (role === 'partner' && Object.keys(blankErrors).length > 0) return;
    attempt.mutate(body);
  };
  const demoAccount = demo ? DEMO_ACCOUNTS[role] : null;
  return (
    <Form onSubmit={onSubmit} errors={errors} busy={attempt.isPending} label="Sign in">
      {role === 'partner' && refusalText(attempt.error) && <Alert kind="error">{refusalText(attempt.error)}</Alert>}
      <Field name="email" label="Email" type="email" autoComplete="username" />
      <Field name="password" label="Password" type="password" autoComplete="current-password" />
      {needsCode && <OtpField />}
      <Button type="submit" busy={attempt.isPending}>
        Sign in
      </Button>
      {demoAccount && (
        <Alert title="Demo account">
          {demoAccount.email}
          <br />
          {demoAccount.password}
        </Alert>
      )}
    </Form>
  );
}

/** The refusal of a partner's sign-in, which the form shows instead of a notification. */
const refusalText = (error: unknown) =>
  error instanceof ApiError && error.status === 401 && Array.isArray(error.body?.errors)
    ? error.body.errors.join(', ')
    : null;
