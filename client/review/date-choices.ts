import { dateOf } from '#shared/dates.ts';
import type { NewsletterPromotionCount } from '#shared/newsletters.ts';
import type { Promotion } from '#shared/promotions.ts';

const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' });

/** 'Fri, Nov 27' */
export const shortDate = (date: string) => format.format(dateOf(date));

/** The dates that the partner asked for, in their order. */
export const askedDates = ({
  requested_date,
  alternate_dates,
}: Pick<Promotion, 'requested_date' | 'alternate_dates'>) => [
  requested_date,
  ...alternate_dates.filter((date) => date !== requested_date),
];

/** 'full', '1 place left'; '' while it is not known, and for dates without a newsletter. */
export function placesText(count: Pick<NewsletterPromotionCount, 'places_left'> | undefined) {
  if (!count) return '';
  if (count.places_left <= 0) return 'full';
  return count.places_left === 1 ? '1 place left' : `${count.places_left} places left`;
}

type Counts = readonly Pick<NewsletterPromotionCount, 'newsletter_date' | 'places_left'>[];

/** Options of the select: the server's own choice first, then each asked date with its places. */
export function dateChoices(promotion: Pick<Promotion, 'requested_date' | 'alternate_dates'>, counts: Counts = []) {
  const dates = askedDates(promotion).map((date) => {
    const places = placesText(counts.find(({ newsletter_date }) => newsletter_date === date));
    return { value: date, label: places ? `${shortDate(date)} (${places})` : shortDate(date) };
  });
  return dates.length > 1 ? [{ value: '', label: 'First with a place' }, ...dates] : dates;
}
