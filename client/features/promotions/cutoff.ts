import type { ShellData } from '#shared/auth.ts';
import { daysBetween } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import type { Promotion } from '#shared/promotions.ts';

/** The date that a promotion is booked for: the approved one, or else the requested one. */
export const bookedDate = ({ promotion_date, requested_date }: Pick<Promotion, 'promotion_date' | 'requested_date'>) =>
  promotion_date ?? requested_date;

/** The alternative dates, without the one that the promotion is booked for. */
export const otherDates = (promotion: Pick<Promotion, 'promotion_date' | 'requested_date' | 'alternate_dates'>) =>
  promotion.alternate_dates.filter((date) => date !== bookedDate(promotion));

/**
 * The instant (ISO) when a date's newsletter closes. Computed from the server's next cutoff, because the browser's zone
 * data may be outdated. Since March 2026, every day in Vancouver has 24 hours.
 */
export function cutoffOf(
  date: string,
  { business_date, next_cutoff_at }: Pick<ShellData, 'business_date' | 'next_cutoff_at'>,
) {
  const days = daysBetween(business_date, date);
  return new Date(Date.parse(next_cutoff_at) + days * DAY_MS).toISOString();
}
