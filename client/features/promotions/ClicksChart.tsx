import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { STORE_NAMES } from '#shared/business.ts';
import { formatInstant } from '#shared/dates.ts';
import type { PromotionClicks } from '#shared/promotions.ts';
import classes from './ClicksChart.module.css';
import { clicksByHour } from './ClicksTables.tsx';

const COLORS = ['deckle.7', 'yellow.6', 'blue.6', 'grape.6', 'orange.7'];

/** Clicks of the newsletter by hour, stacked by store. The table beside it says the same to those who do not see it. */
export function ClicksChart({ clicks }: { clicks: PromotionClicks['clicks'] }) {
  const { stores, rows } = clicksByHour(clicks);
  return (
    <div aria-hidden="true" className={classes.chart}>
      <BarChart
        h={260}
        data={rows.map(({ hour, counts }) => chartRow(hour, stores, counts))}
        dataKey="label"
        type="stacked"
        withLegend
        series={stores.map((store, position) => ({
          name: store,
          label: STORE_NAMES[store],
          color: COLORS[position] ?? 'gray.6',
        }))}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}

const chartRow = (hour: string, stores: readonly string[], counts: readonly number[]) => ({
  label: shortHour(hour),
  ...Object.fromEntries(stores.map((store, position) => [store, counts[position]])),
});

/** 'Nov 19, 10 AM': the axis has little room. */
const shortHour = (iso: string) => formatInstant(iso).replace(/, \d{4}, (\d+):\d\d (AM|PM) Pacific Time$/, ', $1 $2');
