/** What the booking calendar shows: which days can still be booked, and why the others cannot. */
import { LATEST_REQUEST_DAYS } from '#shared/business.ts';
import { addDays, dateOf } from '#shared/dates.ts';
import type { NewsletterPromotionCount } from '#shared/newsletters.ts';
import { REASONS } from '#shared/reasons.ts';

export type BookingDay = {
  date: string;
  isOpen: boolean;
  /** Why it cannot be booked. */
  reason: string | null;
  places_left: number;
  top_of_newsletter_available: boolean;
};

type Facts = {
  /** The newsletter that closes next; a partner books the one after it at the earliest. */
  business_date: string;
  /** The category's places per day, for days that nobody has counted yet. */
  daily_slots: number;
  counts: readonly NewsletterPromotionCount[];
  /** The day of a booking that is being changed. Staying there is asked nothing but a place, and that in another category only. */
  booked?: { date: string; needs_place: boolean } | undefined;
};

export const firstBookable = (business_date: string) => addDays(business_date, 1);
export const lastBookable = (business_date: string) => addDays(business_date, LATEST_REQUEST_DAYS);

/** Answers for any day; the counts are looked up once. */
export function bookingDays({ business_date, daily_slots, counts, booked }: Facts): (date: string) => BookingDay {
  const byDate = new Map(counts.map((count) => [count.newsletter_date, count]));
  return (date) => {
    const count = byDate.get(date);
    const places_left = count?.places_left ?? daily_slots;
    const reason =
      date === booked?.date
        ? fullness(booked.needs_place ? places_left : 1)
        : reasonAgainst(date, business_date, places_left);
    const top_of_newsletter_available = count?.top_of_newsletter_available ?? true;
    return { date, isOpen: reason === null, reason, places_left, top_of_newsletter_available };
  };
}

function reasonAgainst(date: string, business_date: string, places_left: number) {
  if (date < firstBookable(business_date)) return REASONS.date_past.explanation;
  if (date > lastBookable(business_date)) return REASONS.date_too_far.explanation;
  return fullness(places_left);
}

const fullness = (places_left: number) => (places_left > 0 ? null : REASONS.date_full.explanation);

/** 'YYYY-MM' of a date. */
export const monthOf = (date: string) => date.slice(0, 7);

/** The month that many months later; 'YYYY-MM'. */
export function addMonths(month: string, months: number) {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

/** A month's days in weeks from Sunday to Saturday, null beside the month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = dateOf(`${month}-01`);
  const before = Array.from({ length: first.getUTCDay() }, () => null);
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const days = Array.from({ length }, (_, day) => addDays(`${month}-01`, day));
  const cells = [...before, ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  return weeks.map((week) => [...week, ...Array.from({ length: 7 - week.length }, () => null)]);
}

/** Where a key leads from a day, as in every calendar; null for other keys. Stays between the two bounds. */
export function dayAfterKey(key: string, date: string, { first, last }: { first: string; last: string }) {
  const weekday = dateOf(date).getUTCDay();
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
    PageUp: -28,
    PageDown: 28,
  };
  const step = steps[key];
  if (step === undefined) return null;
  const next = addDays(date, step);
  return next < first ? first : next > last ? last : next;
}
