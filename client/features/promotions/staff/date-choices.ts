import { addDays, parseDate } from '#shared/dates.ts';
import type { NewsletterPromotionCount } from '#shared/newsletters.ts';
import type { Promotion } from '#shared/promotions.ts';

const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' });

/** 'Fri, Nov 27' */
export const shortDate = (date: string) => format.format(parseDate(date));

/** The requested date, and then the alternative dates in their stored order. */
export const requestedDates = ({
  requested_date,
  alternate_dates,
}: Pick<Promotion, 'requested_date' | 'alternate_dates'>) => [
  requested_date,
  ...alternate_dates.filter((date) => date !== requested_date),
];

/** 'full', '1 slot left'; '' without a count. */
export function slotsText(count: Pick<NewsletterPromotionCount, 'places_left'> | undefined) {
  if (!count) return '';
  if (count.places_left <= 0) return 'full';
  return count.places_left === 1 ? '1 slot left' : `${count.places_left} slots left`;
}

/** Options of a bulk move: 'Fri, Nov 27 (2 slots left)', or in several categories 'Fri, Nov 27 (slots for 2 of 3)'. */
export function moveChoices(
  promotions: readonly Pick<Promotion, 'category_id'>[],
  counts: readonly Pick<NewsletterPromotionCount, 'newsletter_date' | 'category_id' | 'places_left'>[],
  dates: readonly string[],
) {
  const byCategory = [...Map.groupBy(promotions, ({ category_id }) => category_id)];
  return dates.map((value) => {
    const countOf = (id: number) => counts.find((count) => count.newsletter_date === value && count.category_id === id);
    const fitting = byCategory.map(([id, { length }]) => Math.min(length, Math.max(0, countOf(id)?.places_left ?? 0)));
    const count = fitting.reduce((sum, one) => sum + one, 0);
    const slots =
      byCategory.length === 1
        ? slotsText(countOf(byCategory[0]![0]))
        : counts.length && (count ? `slots for ${count} of ${promotions.length}` : 'full');
    return { value, label: slots ? `${shortDate(value)} (${slots})` : shortDate(value) };
  });
}

type Counts = readonly Pick<NewsletterPromotionCount, 'newsletter_date' | 'places_left'>[];
type PromotionWithDates = Pick<Promotion, 'requested_date' | 'alternate_dates' | 'open_dates' | 'actions'>;

const MAX_PROPOSED_DATES = 10;

/** True for a date that the partner didn't name, and so has to confirm first. */
export const isUnrequested = (promotion: Pick<Promotion, 'requested_date' | 'alternate_dates'>, date: string) =>
  date !== '' && !requestedDates(promotion).includes(date);

/**
 * Options of the date select: the partner's open dates ('' is the server's own choice among them), then the next open
 * dates with free slots, which can be proposed. `first`: the first date to propose.
 */
export function dateChoices(promotion: PromotionWithDates, counts: Counts, first: string) {
  const option = (date: string) => {
    const slots = slotsText(counts.find(({ newsletter_date }) => newsletter_date === date));
    return { value: date, label: slots ? `${shortDate(date)} (${slots})` : shortDate(date) };
  };
  const [only, ...more] = promotion.open_dates;
  const own = more.length
    ? [{ value: '', label: 'First available date' }, ...promotion.open_dates.map(option)]
    : [{ value: '', label: only ? option(only).label : 'Choose a date' }];
  if (!promotion.actions.includes('propose_date')) return own;
  const proposable = counts
    .filter(
      ({ newsletter_date: date, places_left }) => date >= first && places_left > 0 && isUnrequested(promotion, date),
    )
    .slice(0, MAX_PROPOSED_DATES)
    .map(({ newsletter_date }) => option(newsletter_date));
  return proposable.length ? [...own, { group: 'Dates you can propose', items: proposable }] : own;
}

/** The first date worth proposing: the partner needs time to confirm it. */
export const firstToPropose = (business_date: string) => addDays(business_date, 1);
