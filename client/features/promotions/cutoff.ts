import type { Session } from '#shared/auth.ts';
import { daysBetween } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import type { Promotion } from '#shared/promotions.ts';

/** The day a promotion is booked for: the one staff chose, else the one asked for. */
export const bookedDate = ({ promotion_date, requested_date }: Pick<Promotion, 'promotion_date' | 'requested_date'>) =>
  promotion_date ?? requested_date;

/** The alternates that are left: approved for one of them, it is none any more. */
export const otherDays = (promotion: Pick<Promotion, 'promotion_date' | 'requested_date' | 'alternate_dates'>) =>
  promotion.alternate_dates.filter((date) => date !== bookedDate(promotion));

/**
 * The instant (ISO) at which that date's newsletter closes. Counted from the server's next cutoff, because the browser's
 * zone data may be old; since March 2026 every day in Vancouver has 24 hours.
 */
export function cutoffOf(
  date: string,
  { business_date, next_cutoff_at }: Pick<Session, 'business_date' | 'next_cutoff_at'>,
) {
  const days = daysBetween(business_date, date);
  return new Date(Date.parse(next_cutoff_at) + days * DAY_MS).toISOString();
}
