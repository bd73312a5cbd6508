import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Button } from '#client/ui/Button.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import { fieldLabel } from '#shared/errors.ts';
import { sendTest } from './api.ts';
import { addressesIn } from './mail-addresses.ts';
import classes from './PreviewPanel.module.css';

type Props = { newsletter_id: number; category_ids: number[] };

/** Marked as a test, for the categories that the preview shows. */
export function TestMail({ newsletter_id, category_ids }: Props) {
  const [to, setTo] = useState(useSession().user.record?.email ?? '');
  const sending = useMutation({
    mutationFn: () =>
      sendTest(newsletter_id, {
        emails: addressesIn(to),
        ...(category_ids.length ? { category_ids } : {}),
      }),
    meta: { form: true },
    onSuccess: (message) => notify.success(message),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  const [field, messages] = Object.entries(fieldErrors(sending.error)).find(([name]) => name.startsWith('email')) ?? [];
  return (
    <form className={classes.test} onSubmit={submit} noValidate>
      <TextInput
        label="Send a test to"
        description="Up to five addresses with commas between."
        value={to}
        maxLength={1300}
        onChange={({ currentTarget: { value } }) => {
          setTo(value);
          sending.reset();
        }}
        error={field && messages?.[0] ? `${fieldLabel('emails')} ${messages[0]}` : null}
      />
      <Button type="submit" look="quiet" busy={sending.isPending}>
        Send a test
      </Button>
    </form>
  );
}
