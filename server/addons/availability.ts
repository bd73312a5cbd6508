import type { Availability } from '#shared/addons.ts';

/** Availability of an exclusive add-on for a date and category, with the reason if it can't be booked. */
export function availabilityOf(facts: {
  date: string;
  category_id: number;
  price_cents: number;
  enabled: boolean;
  taken: boolean;
  /** Date of the newsletter that is still open. */
  promotion_today: string;
}): Availability {
  const { date, category_id, price_cents } = facts;
  const reason = !facts.enabled
    ? 'inactive'
    : date < facts.promotion_today
      ? 'past'
      : facts.taken
        ? 'taken'
        : undefined;
  return { available: !reason, date, category_id, price_cents, ...(reason ? { reason } : {}) };
}
