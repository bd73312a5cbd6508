import type { Query } from '#client/api/http.ts';
import { addMonths } from '#client/ui/app/calendar.ts';
import { oneOf, page, type SearchOf, searchParams } from '#client/ui/search-params.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { addDays } from '#shared/dates.ts';
import { NEWSLETTER_STATUSES } from '#shared/newsletters.ts';

const month = { fallback: '', read: (text: string) => (/^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined) };

export const SEARCH_PARAMS = searchParams({
  view: oneOf(['calendar'], 'list'),
  month,
  when: oneOf(['over'], 'ahead'),
  status: oneOf(NEWSLETTER_STATUSES, ''),
  page,
});
export type NewsletterSearch = SearchOf<typeof SEARCH_PARAMS>;

/** The API's query. `business_date` is the date of the newsletter that closes next. */
export const newsletterFilters = ({ when, status, page }: NewsletterSearch, business_date: string): Query => ({
  ...(when === 'ahead'
    ? { date_from: business_date, sort_dir: 'asc' }
    : { date_to: addDays(business_date, -1), sort_dir: 'desc' }),
  sort_col: 'newsletter_date',
  status,
  page,
  per: RESULTS_PER_PAGE,
});

/** The month of the calendar, or the month of `business_date` if the address has none. */
export const calendarMonthOf = ({ month }: Pick<NewsletterSearch, 'month'>, business_date: string) =>
  month || business_date.slice(0, 7);

/** The API's query for all newsletters of a month: at most one a day, and one more each Saturday. */
export const monthFilters = (month: string): Query => ({
  date_from: `${month}-01`,
  date_to: addDays(`${addMonths(month, 1)}-01`, -1),
  sort_col: 'newsletter_date',
  sort_dir: 'asc',
  per: 100,
});
