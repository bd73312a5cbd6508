/** The product's numbers as text, for pages in content/, which write `:fact[ceiling]`. */
import {
  CHARGE_RETRY_DAYS,
  CLICK_WINDOW_HOURS,
  CUTOFF_HOUR,
  FEEDBACK_DAYS,
  MAX_BOOKING_DAYS_AHEAD,
  MAX_PROMO_COST_CENTS,
  MIN_CHARGE_CENTS,
} from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { MAX_DEAL_PRICE_CENTS, MIN_RATING, MIN_RATING_COUNT, REPEAT_DAYS } from '#shared/submission-rules.ts';

/** 6000 → '$60', 499 → '$4.99'. */
const dollars = (cents: number) => formatCents(cents).replace(/\.00$/, '');
const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' });

export const FACTS = {
  ceiling: dollars(MAX_PROMO_COST_CENTS),
  waived: `${MIN_CHARGE_CENTS} cents`,
  maxPrice: dollars(MAX_DEAL_PRICE_CENTS),
  window: `${CLICK_WINDOW_HOURS} hours`,
  cutoff: `${CUTOFF_HOUR}:00 AM Pacific Time`,
  daysAhead: `${MAX_BOOKING_DAYS_AHEAD} days`,
  repeat: `${REPEAT_DAYS} days`,
  feedback: `${FEEDBACK_DAYS} days`,
  retries: listFormat.format(CHARGE_RETRY_DAYS.map(String)),
  minRating: MIN_RATING.toFixed(1),
  minRatings: String(MIN_RATING_COUNT),
} as const;
