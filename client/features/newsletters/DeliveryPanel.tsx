import { Alert } from '#client/ui/Alert.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { formatInstant } from '#shared/dates.ts';
import type { Newsletter, NewsletterProgress } from '#shared/newsletters.ts';
import classes from './DeliveryPanel.module.css';
import { clicksText, deliveriesText, openCount, progressText } from './newsletter-words.ts';
import { EndForm, PauseForm, ResumeButton } from './Steering.tsx';

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
