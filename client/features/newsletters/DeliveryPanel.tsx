import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { confirmDialog, Dialog } from '#client/ui/app/Dialog.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { formatInstant } from '#shared/dates.ts';
import type { Newsletter, NewsletterProgress } from '#shared/newsletters.ts';
import { closingQuery, freezeNewsletter, NEWSLETTERS, runNewsletterAction } from './api.ts';
import classes from './DeliveryList.module.css';
import {
  canceledText,
  clicksText,
  closingText,
  deliveriesText,
  isUnderWay,
  progressText,
  undecidedText,
  unresolvedCount,
} from './newsletter-labels.ts';

const numberFormat = new Intl.NumberFormat('en-US');

type Props = { newsletter: Newsletter; progress: NewsletterProgress | null };

/** The state of the newsletter's emails, live while it's being sent. */
export function DeliveryPanel({ newsletter, progress }: Props) {
  const { status, frozen_at, sent_at, promotions = [] } = newsletter;
  const { deliveries_total, delivered_count, bounced_count } = progress ?? newsletter;
  const isBeingSent = isUnderWay(newsletter);
  const isDaily = newsletter.kind === 'daily';
  if (status === 'cancelled') return <Alert>{canceledText(newsletter)}</Alert>;
  if (status === 'failed') {
    return (
      <Alert kind="error" title="This newsletter wasn’t sent.">
        {newsletter.ended_reason ?? 'It couldn’t go out before the next one closed.'} Nobody got it.
        {isDaily && ' Its promotions are marked as unable to send, and we won’t charge for them.'}
      </Alert>
    );
  }
  return (
    <Panel title={isBeingSent ? 'Sending' : 'Deliveries'} tone={newsletter.paused_at ? 'alert' : 'plain'}>
      {isBeingSent && (
        <progress
          className={classes.progress}
          max={deliveries_total || 1}
          value={progress ? deliveries_total - progress.left_count : delivered_count + bounced_count}
          aria-label="Emails sent"
        />
      )}
      <p role="status">{progress ? progressText(progress) : deliveriesText(newsletter)}</p>
      <SendingControls newsletter={newsletter} />
      <FactList
        facts={[
          ['Emails', numberFormat.format(deliveries_total)],
          ['Delivered', numberFormat.format(delivered_count)],
          ['Bounced', numberFormat.format(bounced_count)],
          ...(progress
            ? ([
                ['Suppressed: unsubscribed or left out', numberFormat.format(progress.suppressed_count)],
                ['Uncertain', numberFormat.format(progress.uncertain_count)],
              ] as const)
            : ([
                [isBeingSent ? 'Pending' : 'Not sent or uncertain', numberFormat.format(unresolvedCount(newsletter))],
              ] as const)),
          ['Clicks', clicksText(promotions, progress?.clicks_count)],
          ['Closed', frozen_at ? formatInstant(frozen_at) : 'not yet'],
          ['Sent', sent_at ? formatInstant(sent_at) : 'not yet'],
        ]}
      />
    </Panel>
  );
}

function SendingControls({ newsletter }: { newsletter: Newsletter }) {
  const { paused_at, ended_at, held_at, sent_at } = newsletter;
  if (ended_at) return <EndedAlert newsletter={newsletter} />;
  if (paused_at) return <PausedAlert newsletter={newsletter} />;
  // If `sent_at` is set, the newsletter had been sent before a backup was restored.
  return isUnderWay(newsletter) && !held_at && !sent_at ? <PauseForm newsletter={newsletter} /> : null;
}

const PausedAlert = ({ newsletter }: { newsletter: Newsletter }) => (
  <Alert kind="warning" title={`Paused since ${formatInstant(newsletter.paused_at!)}`}>
    <div className={classes.paused}>
      <p>{newsletter.paused_reason}</p>
      <p>If it’s still paused when the next newsletter closes, it ends automatically.</p>
      <ResumeButton newsletter={newsletter} />
      {newsletter.status !== 'sent' && <EndForm newsletter={newsletter} />}
    </div>
  </Alert>
);

const EndedAlert = ({ newsletter: { kind, ended_at, ended_reason } }: { newsletter: Newsletter }) => (
  <Alert kind="warning" title={`Ended ${formatInstant(ended_at!)}`}>
    <p>{ended_reason}</p>
    {kind === 'daily' && <p>We’ll settle its promotions based on the emails delivered.</p>}
  </Alert>
);

type NewsletterProps = { newsletter: Newsletter };

/** Runs an action, and then reloads the newsletter, even after a failure. */
function useNewsletterAction({ id }: Newsletter, action: 'pause' | 'resume' | 'end', success: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason?: string }) => runNewsletterAction(id, action, body),
    meta: { success },
    onSettled: () => queryClient.invalidateQueries({ queryKey: NEWSLETTERS }),
  });
}

/** Closes a newsletter manually, only on its own date. */
export function FreezePanel({ newsletter }: NewsletterProps) {
  const [isOpen, setOpen] = useState(false);
  const today = calendarDay(useShell());
  if (newsletter.status !== 'draft' || newsletter.held_at || newsletter.newsletter_date !== today) return null;
  return (
    <Panel
      title="Close manually"
      lead={`It normally closes automatically ${newsletter.kind === 'daily' ? 'at the cutoff' : 'five minutes after the cutoff'}. You can also close it now.`}
    >
      <div>
        <Button look="quiet" onClick={() => setOpen(true)}>
          Close and send now
        </Button>
      </div>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Close and send it now?">
        <FreezeForm newsletter={newsletter} onClose={() => setOpen(false)} />
      </Dialog>
    </Panel>
  );
}

/** Shows what will be sent, and asks for the date, so that nobody sends the wrong newsletter. */
function FreezeForm({ newsletter, onClose }: NewsletterProps & { onClose: () => void }) {
  const { id, newsletter_date, awaiting_review_count } = newsletter;
  const queryClient = useQueryClient();
  const closing = useQuery(closingQuery(id));
  const [date, setDate] = useState('');
  const freezing = useMutation({
    mutationFn: () => freezeNewsletter(id, date),
    meta: { success: 'The newsletter is closed and is going out now.' },
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: NEWSLETTERS }),
  });
  const isEmpty = closing.data?.deals_count === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    freezing.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <QueryBoundary query={closing} placeholder={<Skeleton height={28} />}>
          {(summary) => (
            <p>
              <strong>{closingText(summary)}</strong>
            </p>
          )}
        </QueryBoundary>
        {awaiting_review_count > 0 && <Alert kind="warning">{undecidedText(awaiting_review_count)}</Alert>}
        <p>
          {newsletter.kind === 'daily' &&
            'Partners were told they could move or cancel until 10:00 AM Pacific Time; after this, they can’t. '}
          The emails will go out right away and can’t be recalled.
        </p>
        <Field
          label={`Type ${newsletter_date} to confirm`}
          value={date}
          maxLength={10}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setDate(value)}
        />
        <Row align="end">
          <Button look="quiet" onClick={onClose}>
            Not yet
          </Button>
          <Button
            type="submit"
            look="danger"
            busy={freezing.isPending}
            disabled={date.trim() !== newsletter_date || !closing.data || isEmpty}
          >
            Close and send
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

function PauseForm({ newsletter }: NewsletterProps) {
  const [reason, setReason] = useState('');
  const pausing = useNewsletterAction(newsletter, 'pause', 'The newsletter is paused.');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pausing.mutate({ reason });
  };
  return (
    <form onSubmit={submit}>
      <Row alignsWithField>
        <Field
          label="Reason"
          hint="Other editors will see this."
          maxLength={500}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <Button type="submit" look="danger" busy={pausing.isPending}>
          Pause sending
        </Button>
      </Row>
    </form>
  );
}

function ResumeButton({ newsletter }: NewsletterProps) {
  const resuming = useNewsletterAction(newsletter, 'resume', 'Sending resumed.');
  return (
    <Button type="button" busy={resuming.isPending} onClick={() => resuming.mutate({})}>
      Resume sending
    </Button>
  );
}

/** Ends a paused newsletter after a confirmation. The reason is recorded. */
function EndForm({ newsletter }: NewsletterProps) {
  const [reason, setReason] = useState('');
  const ending = useNewsletterAction(newsletter, 'end', 'The newsletter ended.');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirmDialog({
      title: 'End this newsletter?',
      text: `Nobody else will get this newsletter, and this can’t be undone.${newsletter.kind === 'daily' ? ' If anyone got it, we’ll bill its promotions for clicks on the delivered emails, plus any add-ons in full. If nobody got it, we won’t bill them.' : ''}`,
      confirm: 'End newsletter',
      keep: 'Keep it paused',
      onConfirm: () => ending.mutate({ reason }),
    });
  };
  return (
    <form onSubmit={submit}>
      <Row alignsWithField>
        <Field
          label="Reason"
          hint="Recorded in the audit log."
          required
          maxLength={500}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <Button type="submit" look="danger" busy={ending.isPending}>
          End newsletter
        </Button>
      </Row>
    </form>
  );
}
