import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { Link } from '#client/app/router.ts';
import { forgotPassword } from '#client/session/auth-api.ts';
import { signInPath } from '#client/session/sign-in-path.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import type { FormErrors } from '#client/ui/field-errors.ts';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import type { Role } from '#shared/auth.ts';
import { SIGN_IN_TEXTS } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';

export const PartnerForgotPasswordScreen = () => <ForgotPassword forRole="partner" />;
export const UserForgotPasswordScreen = () => <ForgotPassword forRole="user" />;

const TEXTS = {
  partner: {
    title: 'Forgot your password?',
    lead: 'Enter your email address and we’ll send you a link to reset your password.',
    reset: paths.partnerReset(),
  },
  user: {
    title: 'Forgot your staff password?',
    lead: 'Enter your staff email address and we’ll send you a link to reset your password.',
    reset: paths.userReset(),
  },
};

function ForgotPassword({ forRole: role }: { forRole: Role }) {
  const { app_url } = useShell();
  const [errors, setErrors] = useState<FormErrors>({});
  const { title, lead, reset } = TEXTS[role];
  const request = useMutation({
    mutationFn: (email: string) => forgotPassword(role, { email, redirect_url: app_url + reset }),
    meta: { form: true },
  });
  const onSubmit = (values: FormData) => {
    request.reset();
    const email = String(values.get('email')).trim();
    // Malformed addresses are rejected here, because the API answers them like any other address.
    const isAddress = /^[^\s@]+@[^\s@,]+\.[^\s@,]+$/.test(email);
    setErrors(isAddress ? {} : { email: [SIGN_IN_TEXTS.emailBlank] });
    if (isAddress) request.mutate(email);
  };
  return (
    <Page width="form">
      <Seo title={title} description="Get a link to choose a new password." noindex />
      <PageTitle lead={lead}>{title}</PageTitle>
      {request.isSuccess ? (
        <Alert kind="success" title="Check your inbox">
          {request.data}
        </Alert>
      ) : (
        <Form
          onSubmit={onSubmit}
          errors={request.error ? fieldErrors(request.error) : errors}
          busy={request.isPending}
          label="Forgot password"
        >
          <Field name="email" label="Email" type="email" autoComplete="username" />
          <Button type="submit" busy={request.isPending}>
            Send reset link
          </Button>
        </Form>
      )}
      <p>
        <Link to={signInPath(role)}>Back to sign-in</Link>
      </p>
    </Page>
  );
}
