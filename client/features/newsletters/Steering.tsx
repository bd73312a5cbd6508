import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { askFirst } from '#client/ui/app/dialogs.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import type { Newsletter } from '#shared/newsletters.ts';
import { NEWSLETTERS, steerNewsletter } from './api.ts';
import classes from './DeliveryPanel.module.css';

type Of = { newsletter: Newsletter };

/** Whatever comes of it, the screen shows the newsletter as it is then. */
function useSteering({ id }: Newsletter, step: 'freeze' | 'pause' | 'resume' | 'end', success: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason?: string }) => steerNewsletter(id, step, body),
    meta: { success },
    onSettled: () => client.invalidateQueries({ queryKey: NEWSLETTERS }),
  });
}

/** Closing it by hand is for its own date; on the others nobody needs to be told about it. */
export function FreezePanel({ newsletter }: Of) {
  const freezing = useSteering(newsletter, 'freeze', 'The newsletter is closed and goes out.');
  const today = calendarDay(useShell());
  if (newsletter.status !== 'draft' || newsletter.held_at || newsletter.newsletter_date !== today) return null;
  const ask = () =>
    askFirst({
      title: 'Close and send it now?',
      text: 'Its promotions can no longer be moved or cancelled, and the mails go out at once.',
      confirm: 'Close and send',
      keep: 'Not yet',
      onConfirm: () => freezing.mutate({}),
    });
  return (
    <Panel title="Before its time" lead="It closes by itself at the cutoff. You can also close it now.">
      <div>
        <Button type="button" look="quiet" busy={freezing.isPending} onClick={ask}>
          Close and send now
        </Button>
      </div>
    </Panel>
  );
}

export function PauseForm({ newsletter }: Of) {
  const [reason, setReason] = useState('');
  const pausing = useSteering(newsletter, 'pause', 'The newsletter is paused.');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pausing.mutate({ reason });
  };
  return (
    <form className={classes.row} onSubmit={submit}>
      <TextInput
        label="Why it is paused"
        description="The other editors read it."
        maxLength={500}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <Button type="submit" look="danger" busy={pausing.isPending}>
        Pause
      </Button>
    </form>
  );
}

export function ResumeButton({ newsletter }: Of) {
  const resuming = useSteering(newsletter, 'resume', 'The newsletter goes on.');
  return (
    <Button type="button" busy={resuming.isPending} onClick={() => resuming.mutate({})}>
      Go on sending
    </Button>
  );
}

/** For a paused newsletter that should not go on: the reason is recorded, and the question comes before it happens. */
export function EndForm({ newsletter }: Of) {
  const [reason, setReason] = useState('');
  const ending = useSteering(newsletter, 'end', 'The newsletter ends here.');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    askFirst({
      title: 'End here?',
      text: 'Nobody else will get this newsletter, and this can’t be undone. Its promotions are settled on what was delivered; if nobody got it, they’re free of charge.',
      confirm: 'End here',
      keep: 'Keep it paused',
      onConfirm: () => ending.mutate({ reason }),
    });
  };
  return (
    <form className={classes.row} onSubmit={submit}>
      <TextInput
        label="Why it ends here"
        description="Recorded in the audit log."
        required
        maxLength={500}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <Button type="submit" look="danger" busy={ending.isPending}>
        End here
      </Button>
    </form>
  );
}
