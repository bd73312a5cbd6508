/** What the booking calendar shows: which days can still be booked, and why the others cannot. */
import { LATEST_REQUEST_DAYS } from '#shared/business.ts';
import { addDays } from '#shared/dates.ts';
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
