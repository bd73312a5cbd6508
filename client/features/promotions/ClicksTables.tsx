import { NumberTable } from '#client/ui/app/NumberTable.tsx';
import { STORE_NAMES } from '#shared/business.ts';
import { formatInstant } from '#shared/dates.ts';
import type { PromotionClicks } from '#shared/promotions.ts';
import classes from './ClicksTables.module.css';
import { clicksByHour, excludedReason } from './click-words.ts';

/** The newsletter's clicks by store, the excluded ones with their reasons, and every hour. */
export const ClicksTables = ({ clicks }: { clicks: PromotionClicks }) => (
  <div className={classes.tables}>
    <ByStore clicks={clicks} />
    {clicks.settled && <Excluded clicks={clicks} />}
    <ByHour clicks={clicks} />
  </div>
);

/** Which clicks are billable is known once they are counted. */
const ByStore = ({ clicks: { by_store, settled } }: { clicks: PromotionClicks }) => (
  <NumberTable
    caption="By store"
    heads={settled ? ['Store', 'Clicks', 'Billable'] : ['Store', 'Clicks']}
    rows={by_store.map(({ store, raw, billable }) => ({
      name: STORE_NAMES[store],
      numbers: settled ? [raw, billable] : [raw],
    }))}
  />
);

const Excluded = ({ clicks: { excluded } }: { clicks: PromotionClicks }) =>
  excluded.length === 0 ? (
    <p>No click was excluded.</p>
  ) : (
    <NumberTable
      caption="Not billed, and why"
      heads={['Reason', 'Clicks']}
      rows={excluded.map(({ reason, clicks }) => ({ name: excludedReason(reason), numbers: [clicks] }))}
    />
  );

function ByHour({ clicks: { clicks } }: { clicks: PromotionClicks }) {
  const { stores, rows } = clicksByHour(clicks);
  if (rows.length === 0) return null;
  return (
    <details>
      <summary className={classes.summary}>Every hour as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label="Clicks by hour and store" tabIndex={0}>
        <NumberTable
          heads={['Hour', ...stores.map((store) => STORE_NAMES[store]), 'Total']}
          rows={rows.map(({ hour, counts, total }) => ({ name: formatInstant(hour), numbers: [...counts, total] }))}
        />
      </section>
    </details>
  );
}
