import { Panel } from '#client/partners/parts/Panel.tsx';
import { FactList } from '#client/promotions/parts/FactList.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { formatInstant } from '#shared/dates.ts';
import type { Newsletter } from '#shared/newsletters.ts';
import classes from './DeliveryPanel.module.css';
import { deliveriesText, openCount } from './newsletter-words.ts';

const number = new Intl.NumberFormat('en-US');

/** Where the mails are; the numbers move while it is being sent. */
export function DeliveryPanel({ newsletter }: { newsletter: Newsletter }) {
  const { status, deliveries_total, delivered_count, bounced_count, frozen_at, sent_at } = newsletter;
  const isUnderWay = status === 'frozen' || status === 'sending';
  if (status === 'cancelled') return <Alert>There was no promotion on this date, so nothing was sent.</Alert>;
  if (status === 'failed') {
    return (
      <Alert kind="error" title="This newsletter was not sent.">
        The server was not running on its date. Its promotions are marked as unable to send, and nothing is charged.
      </Alert>
    );
  }
  return (
    <Panel title={isUnderWay ? 'Sending' : 'Deliveries'}>
      {isUnderWay && (
        <progress
          className={classes.progress}
          max={deliveries_total || 1}
          value={delivered_count + bounced_count}
          aria-label="Mails handed over"
        />
      )}
      <p role="status">{deliveriesText(newsletter)}</p>
      <FactList
        facts={[
          ['Mails', number.format(deliveries_total)],
          ['Delivered', number.format(delivered_count)],
          ['Bounced', number.format(bounced_count)],
          [isUnderWay ? 'Still to come' : 'Held back or in doubt', number.format(openCount(newsletter))],
          ['Closed', frozen_at ? formatInstant(frozen_at) : 'not yet'],
          ['Sent', sent_at ? formatInstant(sent_at) : 'not yet'],
        ]}
      />
    </Panel>
  );
}
