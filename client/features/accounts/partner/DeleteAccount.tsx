import { clientFor } from '#client/api/client.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { SKIP_UNSAVED_PROMPT } from '#client/api/use-unsaved-guard.ts';
import { useNavigate } from '#client/app/router.ts';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import { closeDialogs, openDialog } from '#client/ui/app/Dialog.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { partnerAuthApi } from '#shared/api/auth.ts';
import { paths } from '#shared/paths.ts';
import { CodeInput } from '../CodeInput.tsx';

/** Deletes the account, after asking for the password. This can't be undone. */
export function DeleteAccount() {
  const session = useSessionStore();
  const navigate = useNavigate();
  const onClosed = () => {
    closeDialogs();
    session.endSession('partner');
    // The screen, which would ask about its other forms, is already gone.
    void navigate(paths.home(), { state: SKIP_UNSAVED_PROMPT });
  };
  const openConfirmation = () => openDialog('Delete your account?', <Confirmation onClosed={onClosed} />);
  return (
    <Panel
      title="Delete account"
      lead="You won’t be able to sign in anymore, your books will disappear from the site, and you’ll lose any credit and pending rewards. We keep invoices because the law requires it. First cancel booked promotions, wait until sent ones have their final cost, and pay open invoices."
    >
      <div>
        <Button type="button" look="danger" onClick={openConfirmation}>
          Delete my account
        </Button>
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
        <p>This can’t be undone. Enter your password to delete the account.</p>
        <Field
          type="password"
          label="Current password"
          required
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('current_password')}
        />
        <CodeInput forRole="partner" {...form.getInputProps('otp')} />
        <Row align="end">
          <Button look="quiet" onClick={closeDialogs}>
            Keep my account
          </Button>
          <Button look="danger" type="submit" busy={busy}>
            Delete my account
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
