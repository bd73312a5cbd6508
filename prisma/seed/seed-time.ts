/** Demo dates relative to the open newsletter: day 0 is sent next, day −1 was sent last. */
import { businessDate, cutoffOf } from '#server/platform/clock.ts';
import { addDays } from '#shared/dates.ts';

export const PAST_DAYS = 120;

export const earlierOf = (a: Date, b: Date) => new Date(Math.min(a.getTime(), b.getTime()));

export type SeedTime = ReturnType<typeof seedTime>;

export function seedTime(now: Date) {
  const business_date = businessDate(now);
  return {
    now,
    business_date,
    day: (days: number) => addDays(business_date, days),
    /** Time `minutes` after that date's cutoff (negative: before), but never in the future. */
    atCutoff: (date: string, minutes: number) => earlierOf(new Date(cutoffOf(date).getTime() + minutes * 60_000), now),
    /** Time `hours` before now. */
    ago: (hours: number) => new Date(now.getTime() - hours * 3_600_000),
  };
}
