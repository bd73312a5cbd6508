import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, fieldErrors } from '#client/api/api-error.ts';
import { useNavigate } from '#client/app/router.ts';
import { resetPassword } from '#client/session/auth-api.ts';
import { asksForCode, OtpField, refusedCode } from '#client/session/OtpField.tsx';
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
import type { Credentials } from '#shared/auth.ts';
import { paths } from '#shared/paths.ts';
import { useLinkCredentials } from '../reset-credentials.ts';

/** The target of the link in the reset e-mail, which brings credentials that are good for this one change. */
export function PasswordResetScreen() {
  const credentials = useLinkCredentials();
  return (
    <Page width="form">
      <Seo title="Choose a new password" description="Choose a new password for your partner account." noindex />
      <PageTitle>Choose a new password</PageTitle>
      {credentials === undefined ? (
        <Skeleton height="14rem" />
      ) : credentials ? (
        <ResetForm credentials={credentials} />
      ) : (
        <EmptyState
          title="This link doesn’t work anymore"
          action={<Button to={paths.partnerForgot()}>Send me a new link</Button>}
        >
          A reset link works for six hours, until you save a new password. If you asked more than once, only the newest
          email has a link that works.
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
    mutationFn: async (body: { password: string; password_confirmation: string; otp?: string }) => {
      try {
        return await resetPassword(body, credentials);
      } catch (error) {
        if (asksForCode(error)) return null;
        throw error;
      }
    },
    async onSuccess(partner) {
      if (!partner) return setNeedsCode(true);
      notify.success('Your password has been successfully updated.');
      session.signedIn('partner', partner);
      await navigate(homePath('partner'), { replace: true });
    },
    meta: { form: true },
  });
  const expired = reset.error instanceof ApiError && reset.error.status === 401 && !refusedCode(reset.error);
  return (
    <Form
      onSubmit={(values) =>
        reset.mutate({
          password: String(values.get('password')),
          password_confirmation: String(values.get('password_confirmation')),
          ...(values.get('otp') ? { otp: String(values.get('otp')) } : {}),
        })
      }
      errors={fieldErrors(reset.error)}
      busy={reset.isPending}
      label="New password"
    >
      {expired && <Alert kind="error">This link has been used or is too old. Please ask for a new one.</Alert>}
      <NewPasswordField name="password" label="Password" />
      <Field name="password_confirmation" label="Password confirmation" type="password" autoComplete="new-password" />
      {needsCode && <OtpField />}
      <Button type="submit" busy={reset.isPending}>
        Save password
      </Button>
    </Form>
  );
}
