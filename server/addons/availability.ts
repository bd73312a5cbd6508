import type { Availability } from '#shared/addons.ts';

/** Availability of an exclusive add-on for a date and category, with a reason if it's unavailable. */
export function availabilityOf(spot: {
  date: string;
  category_id: number;
  price_cents: number;
  isEnabled: boolean;
  isTaken: boolean;
  /** Date of the first newsletter that is still open. */
  firstOpenDate: string;
}): Availability {
  const { date, category_id, price_cents, isEnabled, isTaken, firstOpenDate } = spot;
  const details = { date, category_id, price_cents };
  if (!isEnabled) return { available: false, ...details, reason: 'inactive' };
  if (date < firstOpenDate) return { available: false, ...details, reason: 'past' };
  if (isTaken) return { available: false, ...details, reason: 'taken' };
  return { available: true, ...details };
}
