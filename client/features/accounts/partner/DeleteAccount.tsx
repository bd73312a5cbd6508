import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { clientFor } from '#client/api/client.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { useNavigate } from '#client/app/router.ts';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button as DangerButton } from '#client/ui/Button.tsx';
import { partnerAuthApi } from '#shared/api/auth.ts';
import { paths } from '#shared/paths.ts';
import { CodeInput } from '../CodeInput.tsx';

/** Closing the account cannot be undone, so the password is asked for once more. */
export function DeleteAccount() {
  const session = useSessionStore();
  const navigate = useNavigate();
  const onClosed = () => {
    modals.closeAll();
    session.leave('partner');
    void navigate(paths.home());
  };
  const ask = () =>
    modals.open({
      title: 'Delete your account?',
      centered: true,
      closeButtonProps: { 'aria-label': 'Close' },
      children: <Confirmation onClosed={onClosed} />,
    });
  return (
    <Panel
      title="Delete account"
      lead="You will not be able to sign in any more, and your books leave the site. Invoices are kept, as the law asks. Cancel what is booked and pay what is owed first."
    >
      <div>
        <DangerButton type="button" look="danger" onClick={ask}>
          Delete my account
        </DangerButton>
      </div>
    </Panel>
  );
}

function Confirmation({ onClosed }: { onClosed: () => void }) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { current_password: '', otp: '' },
    submit: (body) => clientFor(partnerAuthApi, 'partner').close({ body }),
    success: 'Your account was deleted.',
    onSuccess: onClosed,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text>This can’t be undone. Enter your password to delete the account.</Text>
        <PasswordInput
          label="Current password"
          required
          withAsterisk={false}
          size="md"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('current_password')}
        />
        <CodeInput forRole="partner" size="md" {...form.getInputProps('otp')} />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={() => modals.closeAll()}>
            Keep my account
          </Button>
          <Button type="submit" color="red" size="md" loading={busy}>
            Delete my account
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
