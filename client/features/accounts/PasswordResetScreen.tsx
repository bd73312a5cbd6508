import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, fieldErrors } from '#client/api/api-error.ts';
import { useNavigate } from '#client/app/router.ts';
import { resetPassword } from '#client/session/auth-api.ts';
import { isCodeRefused, isCodeRequired, OtpField } from '#client/session/OtpField.tsx';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import { homePath } from '#client/session/sign-in-path.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import { NewPasswordField } from '#client/ui/NewPasswordField.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import type { Credentials, Role } from '#shared/auth.ts';
import { MIN_PASSWORD_LENGTH, MIN_STAFF_PASSWORD_LENGTH } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';
import { useLinkCredentials } from './reset-credentials.ts';

export const PartnerPasswordResetScreen = () => <PasswordReset forRole="partner" />;
export const UserPasswordResetScreen = () => <PasswordReset forRole="user" />;

const TEXTS = {
  partner: {
    title: 'Choose a new password',
    description: 'Choose a new password for your partner account.',
    heading: 'Choose a new password',
    expired:
      'Reset links work for six hours and can be used once. After you open one, you have 15 minutes to choose a password. If you requested more than one, use the link in the latest email.',
    forgot: paths.partnerForgot(),
    minimum: MIN_PASSWORD_LENGTH,
  },
  user: {
    title: 'Choose your staff password',
    description: 'Choose a password for your staff account.',
    heading: 'Choose a password',
    expired: 'You have 15 minutes to choose a password. If your link has expired, request a new one.',
    forgot: paths.userForgot(),
    minimum: MIN_STAFF_PASSWORD_LENGTH,
  },
};

/**
 * The page that the links in reset emails and staff invitations redirect to. The credentials in its address allow one
 * new password.
 */
function PasswordReset({ forRole: role }: { forRole: Role }) {
  const credentials = useLinkCredentials();
  const { title, description, heading, expired, forgot } = TEXTS[role];
  return (
    <Page width="form">
      <Seo title={title} description={description} noindex />
      <PageTitle>{heading}</PageTitle>
      {credentials === undefined ? (
        <Skeleton height="14rem" />
      ) : credentials ? (
        <ResetForm forRole={role} credentials={credentials} />
      ) : (
        <EmptyState title="This link doesn’t work anymore" action={<Button to={forgot}>Send me a new link</Button>}>
          {expired}
        </EmptyState>
      )}
    </Page>
  );
}

function ResetForm({ forRole: role, credentials }: { forRole: Role; credentials: Credentials }) {
  const session = useSessionStore();
  const navigate = useNavigate();
  const [needsCode, setNeedsCode] = useState(false);
  const reset = useMutation({
    mutationFn: async (values: FormData) => {
      const text = (name: string) => String(values.get(name) ?? '');
      const body = { password: text('password'), password_confirmation: text('password_confirmation') };
      try {
        return await resetPassword(role, { ...body, ...(text('otp') && { otp: text('otp') }) }, credentials);
      } catch (error) {
        if (isCodeRequired(error)) return null;
        throw error;
      }
    },
    async onSuccess(account) {
      if (!account) return setNeedsCode(true);
      notify.success('Your password has been successfully updated.');
      session.setSignedIn(role, account);
      await navigate(homePath(role), { replace: true });
    },
    meta: { form: true },
  });
  const isExpired = reset.error instanceof ApiError && reset.error.status === 401 && !isCodeRefused(reset.error);
  return (
    <Form
      onSubmit={(values) => reset.mutate(values)}
      errors={fieldErrors(reset.error)}
      busy={reset.isPending}
      label="New password"
    >
      {isExpired && <Alert kind="error">This link has expired or was already used. Please request a new one.</Alert>}
      <NewPasswordField name="password" label="Password" minimum={TEXTS[role].minimum} />
      <Field name="password_confirmation" label="Confirm password" type="password" autoComplete="new-password" />
      {needsCode && <OtpField />}
      <Button type="submit" busy={reset.isPending}>
        Save password
      </Button>
    </Form>
  );
}
