import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import * as z from 'zod';
import { Panel } from '#client/ui/app/Panel.tsx';
import type { CurrentPartner } from '#shared/auth.ts';
import { Email } from '#shared/params.ts';
import { CodeInput } from '../CodeInput.tsx';
import { useAccountForm } from './use-account-form.ts';

const EmailChange = z.object({ email: Email, current_password: z.string().min(1) });

/** You sign in with this address, so changing it needs the password. */
export function EmailForm({ partner }: { partner: CurrentPartner }) {
  const { form, onSubmit, busy } = useAccountForm({
    initialValues: { email: partner.email, current_password: '', otp: '' },
    schema: EmailChange,
    bodyOf: (values) => values,
    cleared: { current_password: '', otp: '' },
  });
  return (
    <Panel
      title="Change your email"
      lead="You sign in with it, and our emails go there. We’ll ask you to verify a new address."
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <TextInput
            label="Email"
            type="email"
            required
            withAsterisk={false}
            size="md"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Current password"
            required
            withAsterisk={false}
            size="md"
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <CodeInput forRole="partner" size="md" {...form.getInputProps('otp')} />
          <div>
            <Button type="submit" size="md" loading={busy}>
              Change email
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
