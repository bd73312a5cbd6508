import { StackedBars } from '#client/ui/app/Chart.tsx';
import { STORE_NAMES } from '#shared/business.ts';
import { formatInstant } from '#shared/dates.ts';
import type { PromotionClicks } from '#shared/promotions.ts';
import { clicksByHour } from './ClicksTables.tsx';

/** The newsletter's clicks by hour, stacked by store. */
export function ClicksChart({ clicks }: { clicks: PromotionClicks['clicks'] }) {
  const { stores, rows } = clicksByHour(clicks);
  return (
    <StackedBars
      series={stores.map((store) => ({ name: store, label: STORE_NAMES[store] }))}
      bars={rows.map(({ hour, counts }) => ({ label: shortHour(hour), parts: counts }))}
    />
  );
}

/** 'Nov 19, 10 AM': the axis has little room. */
const shortHour = (iso: string) => formatInstant(iso).replace(/, \d{4}, (\d+):\d\d (AM|PM) Pacific Time$/, ', $1 $2');
