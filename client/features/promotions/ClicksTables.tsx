import { Table } from '@mantine/core';
import { STORE_NAMES } from '#shared/business.ts';
import { excludedReason } from '#shared/click-rules.ts';
import { formatInstant } from '#shared/dates.ts';
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

type Props = {
  caption?: string;
  /** The first names the rows, the others the numbers. */
  heads: readonly string[];
  rows: readonly { name: string; numbers: readonly number[] }[];
};

const NumberTable = ({ caption, heads, rows }: Props) => (
  <Table captionSide="top">
    {caption && <Table.Caption className={classes.caption!}>{caption}</Table.Caption>}
    <Table.Thead>
      <Table.Tr>
        {heads.map((head, column) => (
          <Table.Th key={head} scope="col" ta={column > 0 ? 'right' : 'left'}>
            {head}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(({ name, numbers }) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" className={classes.name!}>
            {name}
          </Table.Th>
          {numbers.map((number, column) => (
            <Table.Td key={heads[column + 1]} className={classes.number!}>
              {number}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

/** One row per hour, in the order of `stores`, zeros included. */
export function clicksByHour(clicks: PromotionClicks['clicks']) {
  const stores = [...new Set(clicks.map(({ store }) => store))];
  const hours = [...new Set(clicks.map(({ hour }) => hour))].sort();
  const rows = hours.map((hour) => {
    const counts = stores.map((store) => sumOf(clicks.filter((click) => click.hour === hour && click.store === store)));
    return { hour, counts, total: counts.reduce((sum, count) => sum + count, 0) };
  });
  return { stores, rows };
}

const sumOf = (clicks: PromotionClicks['clicks']) => clicks.reduce((sum, click) => sum + click.clicks, 0);
