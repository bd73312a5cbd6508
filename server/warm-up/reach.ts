/** The part of the readers that a date's newsletter reaches. All estimates for partners are reduced to it. */
import { businessDate } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { MAX_BOOKING_DAYS_AHEAD, SITE_NAME } from '#shared/business.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { type PlannedDay, plannedDays } from './days.ts';

export type Reach = {
  /** Readers of the date's daily newsletter; null if it goes to all. */
  readers: number | null;
  /** Factor for estimates made from the number of readers. */
  of_list: number;
  /** Factor for estimates made from past promotions, whose newsletters may have had caps, too. */
  of_history: number;
};

export type WarmUpReach = {
  /** The next newsletter. */
  next: Reach;
  on(date: string): Reach;
  /** A sentence for partners, for estimates that the warm-up reduces; null if it reduces none. */
  note: string | null;
};

const ALL: Reach = { readers: null, of_list: 1, of_history: 1 };
const YEAR_DAYS = 365;

/** Uses each date's planned caps. */
export async function warmUpReach(deps: Pick<Deps, 'db' | 'now' | 'config'>): Promise<WarmUpReach> {
  const from = businessDate(deps.now());
  const days = await plannedDays(deps, { from, days: MAX_BOOKING_DAYS_AHEAD + 2 });
  if (!days) return { next: ALL, on: () => ALL, note: null };
  const [{ audience, usual }] = await deps.db.$queryRaw<[{ audience: number; usual: number | null }]>`
    select
      (select coalesce(sum(readers), 0)::int from reader_counts where category_id = 0 and frequency = 'daily') as audience,
      percentile_cont(0.5) within group (order by delivered_count) as usual from newsletters
    where kind = 'daily' and status = 'sent' and delivered_count > 0
      and newsletter_date > ${parseDate(addDays(from, -YEAR_DAYS))}::date`;
  const partOf = (readers: number, all: number | null) => (all ? Math.min(1, readers / all) : 1);
  const reachOf = (day: PlannedDay): Reach => {
    const caps = day.providers.map(({ left, weekly_left, share }) => ({
      cap: left - weekly_left,
      readers: Math.round(share * audience),
    }));
    if (caps.every(({ cap, readers }) => cap >= readers)) return ALL;
    const readers = caps.reduce((sum, one) => sum + Math.min(one.cap, one.readers), 0);
    return { readers, of_list: partOf(readers, audience), of_history: partOf(readers, usual) };
  };
  const reaches = new Map(days.map((day) => [day.date, reachOf(day)]));
  const last = days.at(-1)!.date;
  const on = (date: string) => reaches.get(date < from ? from : date > last ? last : date)!;
  const [next = from] = await openDates(deps.db, deps.now());
  return { next: on(next), on, note: noteOf([...reaches]) };
}

/**
 * Names the date after the last reduced one. The first date that isn't reduced may be too early, because weekly
 * newsletters take a part of Saturdays' caps.
 */
function noteOf(reaches: readonly (readonly [string, Reach])[]): string | null {
  const index = reaches.findLastIndex(([, { readers }]) => readers !== null);
  if (index < 0) return null;
  const until = reaches[index + 1]?.[0];
  const part = 'newsletters reach only part of the list';
  return until
    ? `${SITE_NAME} is warming up a new sending domain: until ${formatDate(until)}, ${part}.`
    : `${SITE_NAME} is warming up a new sending domain: for now, ${part}.`;
}
