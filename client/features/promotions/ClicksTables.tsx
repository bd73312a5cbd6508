import { NumberTable } from '#client/ui/app/NumberTable.tsx';
import { CLICK_WINDOW_HOURS, STORE_NAMES } from '#shared/business.ts';
import { excludedReason } from '#shared/click-rules.ts';
import { formatInstant } from '#shared/dates.ts';
import type { PromotionClicks } from '#shared/promotions.ts';
import { CHANNEL_NAMES } from '#shared/share-channels.ts';
import classes from './ClicksTables.module.css';
import { clickHours } from './click-hours.ts';
import { HoldsTable } from './HeldClicks.tsx';

/** A promotion's clicks by store, exclusion reason, share channel, hold, and hour. */
export const ClicksTables = ({ clicks }: { clicks: PromotionClicks }) => (
  <div className={classes.tables}>
    <ByStore clicks={clicks} />
    {clicks.settled && <Excluded clicks={clicks} />}
    {clicks.channels.length > 0 && <ByChannel clicks={clicks} />}
    <HoldsTable holds={clicks.holds} settled={clicks.settled} />
    <ByHour clicks={clicks} />
  </div>
);

/** The clicks by store, with the billable ones once the promotion is settled. */
const ByStore = ({ clicks: { by_store, settled } }: { clicks: PromotionClicks }) => (
  <NumberTable
    caption="By store"
    headings={settled ? ['Store', 'Clicks', 'Billable'] : ['Store', 'Clicks']}
    rows={by_store.map(({ store, raw, billable }) => ({
      name: STORE_NAMES[store],
      numbers: settled ? [raw, billable] : [raw],
    }))}
  />
);

/** Unbilled clicks from the partner's own share links, by channel. */
const ByChannel = ({ clicks: { channels } }: { clicks: PromotionClicks }) => (
  <NumberTable
    caption="Website clicks from share links (free)"
    headings={['Channel', 'Clicks']}
    rows={channels.map(({ channel, clicks }) => ({ name: CHANNEL_NAMES[channel], numbers: [clicks] }))}
  />
);

const Excluded = ({ clicks: { excluded } }: { clicks: PromotionClicks }) =>
  excluded.length === 0 ? (
    <p>No clicks were excluded.</p>
  ) : (
    <NumberTable
      caption="Unbilled clicks by reason"
      headings={['Reason', 'Clicks']}
      rows={excluded.map(({ reason, clicks }) => ({ name: excludedReason(reason), numbers: [clicks] }))}
    />
  );

/** Clicks by hour and store as a collapsible table, and the number that arrived after the window. */
function ByHour({ clicks }: { clicks: PromotionClicks }) {
  const { stores, rows, later } = clickHours(clicks);
  if (rows.length === 0) return null;
  return (
    <details>
      <summary className={classes.summary}>View clicks by hour</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label="Clicks by hour and store" tabIndex={0}>
        <NumberTable
          headings={['Hour', ...stores.map((store) => STORE_NAMES[store]), 'Total', 'Running total']}
          rows={rows.map(({ hour, counts, total, cumulative }) => ({
            name: formatInstant(hour),
            numbers: [...counts, total, cumulative],
          }))}
        />
      </section>
      {later > 0 && (
        <p>
          {later === 1 ? '1 more click arrived' : `${later} more clicks arrived`} after the {CLICK_WINDOW_HOURS}-hour
          window, so
          {later === 1 ? ' it isn’t' : ' they aren’t'} billed.
        </p>
      )}
    </details>
  );
}
