import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/api/http.ts';
import { notify } from '#client/notifications/notify.ts';
import { useNavigate } from '#client/router.ts';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import { Button as DangerButton } from '#client/ui/Button.tsx';
import type { CurrentPartner } from '#shared/auth.ts';
import { paths } from '#shared/paths.ts';
import { Panel } from './parts/Panel.tsx';

/** Closing the account cannot be undone, so the address is typed once more. */
export function DeleteAccount({ partner }: { partner: CurrentPartner }) {
  const session = useSessionStore();
  const navigate = useNavigate();
  const close = useMutation({
    mutationFn: () => call('/partner-auth', { method: 'DELETE', role: 'partner' }),
    onSuccess: () => {
      notify.success('Your account was deleted.');
      session.leave('partner');
      void navigate(paths.home());
    },
  });
  const ask = () =>
    modals.open({
      title: 'Delete your account?',
      centered: true,
      closeButtonProps: { 'aria-label': 'Close' },
      children: <Confirmation email={partner.email} onConfirm={close.mutate} />,
    });
  return (
    <Panel
      title="Delete account"
      lead="You will not be able to sign in any more, and your books leave the site. Invoices are kept, as the law asks. Cancel what is booked and pay what is owed first."
    >
      <div>
        <DangerButton type="button" look="danger" busy={close.isPending} onClick={ask}>
          Delete my account
        </DangerButton>
      </div>
    </Panel>
  );
}

function Confirmation({ email, onConfirm }: { email: string; onConfirm: () => void }) {
  const [typed, setTyped] = useState('');
  const close = () => modals.closeAll();
  return (
    <Stack>
      <Text>This cannot be undone. Type your email to go on: {email}</Text>
      <TextInput label="Email" size="md" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <Group justify="flex-end">
        <Button variant="default" size="md" onClick={close}>
          Keep my account
        </Button>
        <Button
          color="red"
          size="md"
          disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
          onClick={() => {
            close();
            onConfirm();
          }}
        >
          Delete my account
        </Button>
      </Group>
    </Stack>
  );
}
