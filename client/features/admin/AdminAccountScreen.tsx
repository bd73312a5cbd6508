import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { useApiForm } from '#client/api/use-api-form.ts';
import { ApiKeysPanel } from '#client/features/accounts/ApiKeysPanel.tsx';
import { CodeInput } from '#client/features/accounts/CodeInput.tsx';
import { SecondFactorPanel } from '#client/features/accounts/SecondFactorPanel.tsx';
import { reloadAccess, SessionsPanel } from '#client/features/accounts/SessionsPanel.tsx';
import { WebhooksPanel } from '#client/features/accounts/WebhooksPanel.tsx';
import { updateUserAccount } from '#client/session/auth-api.ts';
import { useSession, useSessionStore } from '#client/session/SessionContext.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { passwordHint } from '#client/ui/password-hint.ts';
import { MIN_STAFF_PASSWORD_LENGTH } from '#shared/business.ts';
import { SUCCESS_TEXTS } from '#shared/success-texts.ts';
import { AdminPage } from './AdminPage.tsx';
import classes from './AdminRecordScreen.module.css';

/** A staff member's own account: password, second factor, sessions, API keys, and webhooks. */
export function AdminAccountScreen() {
  const { record } = useSession().user;
  if (!record) return null;
  return (
    <AdminPage title="Your account" lead={`${record.name}, ${record.email}`}>
      <PasswordForm />
      <SecondFactorPanel forRole="user" />
      <SessionsPanel forRole="user" />
      <ApiKeysPanel forRole="user" />
      <WebhooksPanel forRole="user" />
    </AdminPage>
  );
}

const BLANK = { current_password: '', otp: '', password: '', password_confirmation: '' };
const PasswordChange = z
  .object({
    current_password: z.string().min(1),
    password: z.string().min(MIN_STAFF_PASSWORD_LENGTH),
    password_confirmation: z.string(),
  })
  .refine(({ password, password_confirmation }) => password === password_confirmation, {
    path: ['password_confirmation'],
    message: 'doesn’t match the new password',
  });

function PasswordForm() {
  const session = useSessionStore();
  const queryClient = useQueryClient();
  const { form, onSubmit, busy } = useApiForm({
    initialValues: BLANK,
    schema: PasswordChange,
    submit: updateUserAccount,
    success: SUCCESS_TEXTS.accountUpdated,
    onSuccess: (user) => {
      session.setSignedIn('user', user);
      void reloadAccess(queryClient, 'user');
      form.setValues(BLANK);
      form.resetDirty(BLANK);
    },
  });
  return (
    <Panel title="Change your password" lead="A new password signs you out everywhere else and revokes your API keys.">
      <form onSubmit={onSubmit} className={classes.form} noValidate>
        <Field
          type="password"
          label="Your current password"
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <CodeInput forRole="user" {...form.getInputProps('otp')} />
        <Field
          type="password"
          label="New password"
          hint={passwordHint(form.values.password, MIN_STAFF_PASSWORD_LENGTH)}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Field
          type="password"
          label="Confirm password"
          autoComplete="new-password"
          {...form.getInputProps('password_confirmation')}
        />
        <div>
          <Button type="submit" busy={busy}>
            Change password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
