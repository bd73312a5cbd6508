import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, fieldErrors } from '#client/api/api-error.ts';
import { useNavigate } from '#client/app/router.ts';
import { resetUserPassword } from '#client/session/auth-api.ts';
import { asksForCode, OtpField, refusedCode } from '#client/session/OtpField.tsx';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import { homePath } from '#client/session/sign-in-path.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import { NewPasswordField } from '#client/ui/NewPasswordField.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import type { Credentials } from '#shared/auth.ts';
import { MIN_STAFF_PASSWORD_LENGTH } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';
import { useLinkCredentials } from '../reset-credentials.ts';

/** The target of the links in invitations and reset mails to staff. */
export function UserPasswordResetScreen() {
  const credentials = useLinkCredentials();
  return (
    <Page width="form">
      <Seo title="Choose your staff password" description="Choose a password for your staff account." noindex />
      <PageTitle>Choose a password</PageTitle>
      {credentials === undefined ? (
        <Skeleton height="14rem" />
      ) : credentials ? (
        <ResetForm credentials={credentials} />
      ) : (
        <EmptyState
          title="This link doesn’t work anymore"
          action={<Button to={paths.userForgot()}>Send me a new link</Button>}
        >
          An invitation works for three days and a reset link for six hours, until you save a password or get a newer
          link. After you open it, you have fifteen minutes. You can also get a new link if your invitation has expired.
        </EmptyState>
      )}
    </Page>
  );
}

function ResetForm({ credentials }: { credentials: Credentials }) {
  const session = useSessionStore();
  const navigate = useNavigate();
  const [needsCode, setNeedsCode] = useState(false);
  const reset = useMutation({
    mutationFn: async (values: FormData) => {
      const of = (name: string) => String(values.get(name) ?? '');
      const body = { password: of('password'), password_confirmation: of('password_confirmation') };
      try {
        return await resetUserPassword({ ...body, ...(of('otp') ? { otp: of('otp') } : {}) }, credentials);
      } catch (error) {
        if (asksForCode(error)) return null;
        throw error;
      }
    },
    async onSuccess(user) {
      if (!user) return setNeedsCode(true);
      session.signedIn('user', user);
      await navigate(homePath('user'), { replace: true });
    },
    meta: { form: true },
  });
  const expired = reset.error instanceof ApiError && reset.error.status === 401 && !refusedCode(reset.error);
  return (
    <Form
      onSubmit={(values) => reset.mutate(values)}
      errors={fieldErrors(reset.error)}
      busy={reset.isPending}
      label="New password"
    >
      {expired && <Alert kind="error">This link has been used or is too old. Please ask for a new one.</Alert>}
      <NewPasswordField name="password" label="Password" minimum={MIN_STAFF_PASSWORD_LENGTH} />
      <Field name="password_confirmation" label="Password confirmation" type="password" autoComplete="new-password" />
      {needsCode && <OtpField />}
      <Button type="submit" busy={reset.isPending}>
        Save password
      </Button>
    </Form>
  );
}
