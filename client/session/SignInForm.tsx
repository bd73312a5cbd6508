import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Form, type FormErrors } from '#client/ui/Form.tsx';
import { useShell } from '#client/ui/shell.ts';
import type { Role } from '#shared/auth.ts';
import { signIn } from './auth-api.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { useSessionStore } from './SessionContext.tsx';
import { signInErrors } from './sign-in-errors.ts';

/** A partner's blank fields are not sent; a user's are, and the messages are shown all the same (spec §5). */
export function SignInForm({ forRole: role }: { forRole: Role }) {
  const session = useSessionStore();
  const { demo } = useShell();
  const [errors, setErrors] = useState<FormErrors>({});
  const attempt = useMutation({
    mutationFn: (body: { email: string; password: string }) => signIn(role, body),
    onSuccess: (record) => session.signedIn(role, record as never),
    meta: { form: true },
  });

  const onSubmit = (values: FormData) => {
    const body = { email: String(values.get('email')).trim(), password: String(values.get('password')) };
    const blank = signInErrors(body);
    setErrors(blank);
    if (role === 'partner' && Object.keys(blank).length > 0) return;
    attempt.mutate(body);
  };
  const account = demo ? DEMO_ACCOUNTS[role] : null;
  return (
    <Form onSubmit={onSubmit} errors={errors} busy={attempt.isPending} label="Sign in">
      {refusal(attempt.error) && <Alert kind="error">{refusal(attempt.error)}</Alert>}
      <Field name="email" label="Email" type="email" autoComplete="username" />
      <Field name="password" label="Password" type="password" autoComplete="current-password" />
      <Button type="submit" busy={attempt.isPending}>
        Sign in
      </Button>
      {account && (
        <Alert title="Demo account">
          {account.email}
          <br />
          {account.password}
        </Alert>
      )}
    </Form>
  );
}

/** The one refusal that no notification shows (spec §8); it stands in the form instead. */
const refusal = (error: unknown) =>
  error instanceof ApiError && error.status === 401 && Array.isArray(error.body?.errors)
    ? error.body.errors.join(', ')
    : null;
