import { HourChart } from '#client/ui/app/HourChart.tsx';
import { STORE_NAMES } from '#shared/business.ts';
import { formatInstant } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import type { PromotionClicks, UsualClicks } from '#shared/promotions.ts';
import { axisTicks, clickHours } from './click-hours.ts';

type Props = { clicks: PromotionClicks; usual?: UsualClicks | undefined };

/** A promotion's newsletter clicks by hour and store, with actual and typical running totals. */
export function ClicksChart({ clicks, usual }: Props) {
  const { stores, rows, hours } = clickHours(clicks);
  if (rows.length === 0) return null;
  const sums = usual?.by_hour?.slice(0, hours);
  return (
    <HourChart
      label="Clicks by hour. Choose an hour with the arrow keys."
      series={stores.map((store) => ({ name: store, label: STORE_NAMES[store] }))}
      bars={rows.map(({ hour, counts, cumulative }) => ({
        title: formatInstant(hour),
        parts: counts,
        sum: cumulative,
      }))}
      usual={sums && { label: 'Typical clicks since sending', sums }}
      hourCount={hours}
      left={{ title: 'Clicks per hour', ticks: axisTicks(Math.max(...rows.map(({ total }) => total))) }}
      right={{ title: 'Clicks since sending', ticks: axisTicks(Math.max(rows.at(-1)!.cumulative, ...(sums ?? []))) }}
      bottom={{ title: 'Hour, Pacific Time', ticks: dayTicks(rows[0]!.hour, hours) }}
    />
  );
}

const TICK_HOURS = 24;

/** 'Nov 19\n10 AM' at the send and every day after it. */
const dayTicks = (first: string, hours: number) =>
  Array.from({ length: Math.round(hours / TICK_HOURS) }, (_, day) => {
    const instant = new Date(Date.parse(first) + day * DAY_MS).toISOString();
    return { place: day * TICK_HOURS, label: shortHour(instant) };
  });

const shortHour = (iso: string) => formatInstant(iso).replace(/, \d{4}, (\d+):\d\d (AM|PM) Pacific Time$/, '\n$1 $2');
