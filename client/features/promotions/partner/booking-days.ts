/** The days of the booking calendar, with the reasons why some can't be booked. */
import { MAX_BOOKING_DAYS_AHEAD } from '#shared/business.ts';
import { formatCount } from '#shared/counts.ts';
import { addDays } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import type { NewsletterPromotionCount } from '#shared/newsletters.ts';
import type { DateForecast } from '#shared/promotions.ts';
import { REASONS } from '#shared/reasons.ts';

export type BookingDay = {
  date: string;
  isOpen: boolean;
  /** The reason why the day can't be booked; null if it's open. */
  reason: string | null;
  places_left: number;
  top_of_newsletter_available: boolean;
  /** Typical billable clicks on this date; null if they aren't known. */
  expected_clicks: number | null;
  /**
   * 1, 2, or 3 if the expected clicks are in the lowest, middle, or highest third of their range; null if they're
   * unknown or equal on all days.
   */
  level: number | null;
};

type Facts = {
  /** The date of the newsletter that closes next. The one after it is the first that can be booked. */
  business_date: string;
  /** The category's slots per day, for days without counts. */
  daily_slots: number;
  counts: readonly NewsletterPromotionCount[];
  /** The date of a booking that is being changed. Keeping the date needs a slot only if the category changes. */
  booked?: { date: string; needs_slot: boolean } | undefined;
  forecast?: DateForecast | undefined;
};

export const firstBookable = (business_date: string) => addDays(business_date, 1);
export const lastBookable = (business_date: string) => addDays(business_date, MAX_BOOKING_DAYS_AHEAD);

/** Returns a function that gives the availability of any date. */
export function bookingDays({
  business_date,
  daily_slots,
  counts,
  booked,
  forecast,
}: Facts): (date: string) => BookingDay {
  const byDate = new Map(counts.map((count) => [count.newsletter_date, count]));
  const clicksByDate = new Map(forecast?.dates.map((one) => [one.date, one.expected_clicks]));
  const level = levelsOf([...clicksByDate.values()].filter((clicks) => clicks !== null));
  return (date) => {
    const expected_clicks = clicksByDate.get(date) ?? null;
    const count = byDate.get(date);
    const places_left = count?.places_left ?? daily_slots;
    const reason =
      date === booked?.date
        ? fullReason(booked.needs_slot ? places_left : 1)
        : closedReason(date, business_date, places_left);
    const top_of_newsletter_available = count?.top_of_newsletter_available ?? true;
    return {
      date,
      isOpen: reason === null,
      reason,
      places_left,
      top_of_newsletter_available,
      expected_clicks,
      level: expected_clicks === null ? null : level(expected_clicks),
    };
  };
}

/** Returns a function that says which third of the range a click count is in: 1 (lowest) to 3 (highest). */
function levelsOf(clicks: readonly number[]): (clicks: number) => number | null {
  const [fewest, most] = [Math.min(...clicks), Math.max(...clicks)];
  if (fewest >= most) return () => null;
  return (count) => Math.min(LEVELS, 1 + Math.floor((LEVELS * (count - fewest)) / (most - fewest)));
}

const LEVELS = 3;

function closedReason(date: string, business_date: string, places_left: number) {
  if (date < firstBookable(business_date)) return REASONS.date_past.explanation;
  if (date > lastBookable(business_date)) return REASONS.date_too_far.explanation;
  return fullReason(places_left);
}

const fullReason = (places_left: number) => (places_left > 0 ? null : REASONS.date_full.explanation);

/** True if some dates have more expected clicks than others. */
export const hasLevels = ({ dates }: Pick<DateForecast, 'dates'>) =>
  new Set(dates.flatMap(({ expected_clicks }) => expected_clicks ?? [])).size > 1;

/**
 * 'Thursday December 10th, 2026: typically 41 billable clicks, the most of any open date your book is eligible
 * for in the next six weeks, and 3 slots left.'
 */
export function bestDateText(forecast: Pick<DateForecast, 'dates'>, best: NonNullable<DateForecast['best']>) {
  const { date, expected_clicks, places_left } = best;
  const slots = formatCount(places_left, 'slot');
  return expected_clicks !== null && hasLevels(forecast)
    ? `${formatDate(date)}: typically ${formatCount(expected_clicks, 'billable click')}, the most of any open date your book is eligible for in the next six weeks, and ${slots} left.`
    : `${formatDate(date)}, the first open date your book is eligible for: ${slots} left.`;
}
