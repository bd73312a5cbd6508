import { NumberTable } from '#client/ui/app/NumberTable.tsx';
import { STORE_NAMES } from '#shared/business.ts';
import { excludedReason } from '#shared/click-rules.ts';
import { formatInstant } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { PromotionClicks } from '#shared/promotions.ts';
import classes from './ClicksTables.module.css';
import { HoldsTable } from './HeldClicks.tsx';

/** The newsletter's clicks by store, the excluded ones with their reasons, and every hour. */
export const ClicksTables = ({ clicks }: { clicks: PromotionClicks }) => (
  <div className={classes.tables}>
    <ByStore clicks={clicks} />
    {clicks.settled && <Excluded clicks={clicks} />}
    <HoldsTable holds={clicks.holds} settled={clicks.settled} />
    <ByHour clicks={clicks} />
  </div>
);

/** The billable clicks are known once the promotion is settled. */
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

/** One row for every hour from the first click to the last, in the order of `stores`. */
export function clicksByHour(clicks: PromotionClicks['clicks']) {
  const stores = [...new Set(clicks.map(({ store }) => store))];
  const hours = hoursBetween(clicks.map(({ hour }) => Date.parse(hour)));
  const rows = hours.map((hour) => {
    const counts = stores.map((store) =>
      sumOf(clicks.filter((click) => Date.parse(click.hour) === hour && click.store === store)),
    );
    return { hour: new Date(hour).toISOString(), counts, total: counts.reduce((sum, count) => sum + count, 0) };
  });
  return { stores, rows };
}

const sumOf = (clicks: PromotionClicks['clicks']) => clicks.reduce((sum, click) => sum + click.clicks, 0);

function hoursBetween(instants: readonly number[]) {
  if (instants.length === 0) return [];
  const first = Math.min(...instants);
  const count = (Math.max(...instants) - first) / HOUR_MS + 1;
  return Array.from({ length: count }, (_, position) => first + position * HOUR_MS);
}
