/** Another date for a promotion whose dates passed before our editors decided. */

import type { NewsletterPromotionCount } from '#shared/newsletters.ts';
import type { Promotion } from '#shared/promotions.ts';
import { isAwaitingStaff } from '#shared/status.ts';
import { firstBookable } from './booking-days.ts';

const MAX_NEXT_DATES = 3;

/** True if our editors didn't decide in time, so that the partner may pick another date. */
export const needsNewDate = ({ display_status, open_dates }: Pick<Promotion, 'display_status' | 'open_dates'>) =>
  isAwaitingStaff(display_status) && open_dates.length === 0;

type OfferInput = {
  business_date: string;
  counts: readonly NewsletterPromotionCount[];
  /** True if the top spot was booked too. */
  has_top: boolean;
  /** The date in the email's link; '' for none. */
  linkedDate: string;
};

/** The next dates that can be booked, including the linked one if possible. */
export function datesToOffer({ business_date, counts, has_top, linkedDate }: OfferInput): string[] {
  const bookable = counts
    .filter(({ newsletter_date }) => newsletter_date >= firstBookable(business_date))
    .filter(
      ({ places_left, top_of_newsletter_available }) => places_left > 0 && (!has_top || top_of_newsletter_available),
    )
    .map(({ newsletter_date }) => newsletter_date);
  const next = bookable.slice(0, MAX_NEXT_DATES);
  return bookable.includes(linkedDate) && !next.includes(linkedDate) ? [...next, linkedDate] : next;
}
