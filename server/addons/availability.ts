import type { Availability } from '#shared/addons.ts';

/** Whether an exclusive add-on can still be booked for a date and category, and if not, why. */
export function availabilityOf(facts: {
  date: string;
  category_id: number;
  price_cents: number;
  enabled: boolean;
  taken: boolean;
  /** The newsletter that is still open. */
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
