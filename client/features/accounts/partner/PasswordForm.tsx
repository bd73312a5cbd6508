import { Button, PasswordInput, Stack } from '@mantine/core';
import { Panel } from '#client/ui/app/Panel.tsx';
import { passwordHint } from '#client/ui/password-hint.ts';
import { CodeInput } from '../CodeInput.tsx';
import { PasswordChange } from './password-change.ts';
import { useAccountForm } from './use-account-form.ts';

const BLANK = { password: '', password_confirmation: '', current_password: '', otp: '' };

export function PasswordForm() {
  const { form, onSubmit, busy } = useAccountForm({
    initialValues: BLANK,
    schema: PasswordChange,
    bodyOf: (values) => values,
    cleared: BLANK,
  });
  return (
    <Panel title="Change your password" lead="A new password signs you out everywhere else.">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <PasswordInput
            label="Your current password"
            required
            withAsterisk={false}
            size="md"
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <CodeInput forRole="partner" size="md" {...form.getInputProps('otp')} />
          <PasswordInput
            label="New password"
            description={passwordHint(form.getValues().password)}
            required
            withAsterisk={false}
            size="md"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label="Password confirmation"
            required
            withAsterisk={false}
            size="md"
            autoComplete="new-password"
            {...form.getInputProps('password_confirmation')}
          />
          <div>
            <Button type="submit" size="md" loading={busy}>
              Change password
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
