import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { askFirst } from '#client/ui/app/Dialog.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { formatInstant } from '#shared/dates.ts';
import type { Newsletter, NewsletterProgress } from '#shared/newsletters.ts';
import { NEWSLETTERS, steerNewsletter } from './api.ts';
import classes from './DeliveryList.module.css';
import { clicksText, deliveriesText, openCount, progressText } from './newsletter-words.ts';

const number = new Intl.NumberFormat('en-US');

type Props = { newsletter: Newsletter; progress: NewsletterProgress | null };

/** Where the mails are; the numbers move while it is being sent. */
export function DeliveryPanel({ newsletter, progress }: Props) {
  const { status, deliveries_total, frozen_at, sent_at, promotions = [] } = newsletter;
  const { delivered_count, bounced_count } = progress ?? newsletter;
  const isUnderWay = status === 'frozen' || status === 'sending';
  if (status === 'cancelled') return <Alert>There was no promotion on this date, so nothing was sent.</Alert>;
  if (status === 'failed') {
    return (
      <Alert kind="error" title="This newsletter was not sent.">
        {newsletter.ended_reason ?? 'It could not go out before the next one closed.'} Nobody got it. Its promotions are
        marked as unable to send, and nothing is charged.
      </Alert>
    );
  }
  return (
    <Panel title={isUnderWay ? 'Sending' : 'Deliveries'} tone={newsletter.paused_at ? 'alert' : 'plain'}>
      {isUnderWay && (
        <progress
          className={classes.progress}
          max={deliveries_total || 1}
          value={progress ? deliveries_total - progress.left_count : delivered_count + bounced_count}
          aria-label="Mails handed over"
        />
      )}
      <p role="status">{progress ? progressText(progress) : deliveriesText(newsletter)}</p>
      <Control newsletter={newsletter} />
      <FactList
        facts={[
          ['Mails', number.format(deliveries_total)],
          ['Delivered', number.format(delivered_count)],
          ['Bounced', number.format(bounced_count)],
          ...(progress
            ? ([
                ['Held back', number.format(progress.suppressed_count)],
                ['In doubt', number.format(progress.uncertain_count)],
              ] as const)
            : ([
                [isUnderWay ? 'Still to come' : 'Held back or in doubt', number.format(openCount(newsletter))],
              ] as const)),
          ['Clicks', clicksText(promotions)],
          ['Closed', frozen_at ? formatInstant(frozen_at) : 'not yet'],
          ['Sent', sent_at ? formatInstant(sent_at) : 'not yet'],
        ]}
      />
    </Panel>
  );
}

function Control({ newsletter }: { newsletter: Newsletter }) {
  const { status, paused_at, ended_at, held_at } = newsletter;
  if (ended_at) return <Ended newsletter={newsletter} />;
  if (paused_at) return <Paused newsletter={newsletter} />;
  const isUnderWay = status === 'frozen' || status === 'sending';
  return isUnderWay && !held_at ? <PauseForm newsletter={newsletter} /> : null;
}

const Paused = ({ newsletter }: { newsletter: Newsletter }) => (
  <Alert kind="warning" title={`Paused since ${formatInstant(newsletter.paused_at!)}`}>
    <div className={classes.paused}>
      <p>{newsletter.paused_reason}</p>
      <p>If it’s still paused when the next newsletter closes, it ends automatically.</p>
      <ResumeButton newsletter={newsletter} />
      {newsletter.status !== 'sent' && <EndForm newsletter={newsletter} />}
    </div>
  </Alert>
);

const Ended = ({ newsletter: { ended_at, ended_reason } }: { newsletter: Newsletter }) => (
  <Alert kind="warning" title={`Ended ${formatInstant(ended_at!)}`}>
    <p>{ended_reason}</p>
    <p>Its promotions are settled on what was delivered.</p>
  </Alert>
);

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

function PauseForm({ newsletter }: Of) {
  const [reason, setReason] = useState('');
  const pausing = useSteering(newsletter, 'pause', 'The newsletter is paused.');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pausing.mutate({ reason });
  };
  return (
    <form className={classes.panelRow} onSubmit={submit}>
      <Field
        label="Why it is paused"
        hint="The other editors read it."
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

function ResumeButton({ newsletter }: Of) {
  const resuming = useSteering(newsletter, 'resume', 'The newsletter goes on.');
  return (
    <Button type="button" busy={resuming.isPending} onClick={() => resuming.mutate({})}>
      Go on sending
    </Button>
  );
}

/** For a paused newsletter that should not go on: the reason is recorded, and the question comes before it happens. */
function EndForm({ newsletter }: Of) {
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
    <form className={classes.panelRow} onSubmit={submit}>
      <Field
        label="Why it ends here"
        hint="Recorded in the audit log."
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
