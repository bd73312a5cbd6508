import { STORES, type Store } from '#shared/business.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { PromotionClicks } from '#shared/promotions.ts';

export type ClickHour = {
  /** The start of the hour, an ISO instant. */
  hour: string;
  /** Clicks by store, in the order of the returned `stores`. */
  counts: number[];
  total: number;
  /** Clicks since the send. */
  cumulative: number;
};

/**
 * Every hour from the send to the end of the window or to now, whichever is earlier, zeros included. `hours` is the
 * number of clock hours that the whole window spans, and `later` is the number of clicks after those hours.
 */
export function clickHours({ clicks, window, as_of }: Pick<PromotionClicks, 'clicks' | 'window' | 'as_of'>) {
  const stores = STORES.filter((store) => clicks.some((click) => click.store === store));
  if (!window) return { stores, rows: [] as ClickHour[], hours: 0, later: 0 };
  const from = hourOf(window.from);
  const to = Math.ceil(Date.parse(window.to) / HOUR_MS);
  const until = Math.min(to, hourOf(as_of) + 1);
  const counts = countsByHour(clicks);
  const rows: ClickHour[] = [];
  for (let hour = from; hour < until; hour++) {
    const storeCounts = stores.map((store) => counts.get(keyOf(hour, store)) ?? 0);
    const total = sumOf(storeCounts);
    rows.push({
      hour: new Date(hour * HOUR_MS).toISOString(),
      counts: storeCounts,
      total,
      cumulative: (rows.at(-1)?.cumulative ?? 0) + total,
    });
  }
  const later = sumOf(clicks.filter(({ hour }) => hourOf(hour) >= to).map((click) => click.clicks));
  return { stores, rows, hours: to - from, later };
}

const hourOf = (iso: string) => Math.floor(Date.parse(iso) / HOUR_MS);
const keyOf = (hour: number, store: Store) => `${hour} ${store}`;

const countsByHour = (clicks: PromotionClicks['clicks']) =>
  new Map(clicks.map(({ hour, store, clicks }) => [keyOf(hourOf(hour), store), clicks]));

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** Round numbers for an axis, from zero to at least `highest`: 23 → 0, 10, 20, 30. */
export function axisTicks(highest: number, maxTicks = 5): number[] {
  const target = Math.max(1, highest) / (maxTicks - 1);
  const power = 10 ** Math.floor(Math.log10(target));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= target)!);
  return Array.from({ length: Math.ceil(Math.max(1, highest) / step) + 1 }, (_, index) => index * step);
}
