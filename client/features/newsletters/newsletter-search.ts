import type { Query } from '#client/api/http.ts';
import { addMonths } from '#client/ui/app/calendar.ts';
import { pageOf } from '#client/ui/page-of.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { addDays } from '#shared/dates.ts';
import { NEWSLETTER_STATUSES } from '#shared/newsletters.ts';

type NewsletterSearch = { when: 'ahead' | 'over'; status: string; page: number };

/** Reads an address; what makes no sense there counts as not said. */
export const newsletterSearchOf = (params: URLSearchParams): NewsletterSearch => ({
  when: params.get('when') === 'over' ? 'over' : 'ahead',
  status: NEWSLETTER_STATUSES.find((status) => status === params.get('status')) ?? '',
  page: pageOf(params),
});

/** The API's query. `open` is the date of the newsletter that closes next. */
export const newsletterFilters = ({ when, status, page }: NewsletterSearch, open: string): Query => ({
  ...(when === 'ahead' ? { date_from: open, sort_dir: 'asc' } : { date_to: addDays(open, -1), sort_dir: 'desc' }),
  sort_col: 'newsletter_date',
  status,
  page,
  per: RESULTS_PER_PAGE,
});

/** The month of the calendar, 'YYYY-MM'; that of `open` when the address names none. */
export const calendarMonthOf = (params: URLSearchParams, open: string) => {
  const month = params.get('month') ?? '';
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : open.slice(0, 7);
};

export const isCalendar = (params: URLSearchParams) => params.get('view') === 'calendar';

/** Every edition of a month: at most one a day and one more each Saturday. */
export const monthFilters = (month: string): Query => ({
  date_from: `${month}-01`,
  date_to: addDays(`${addMonths(month, 1)}-01`, -1),
  sort_col: 'newsletter_date',
  sort_dir: 'asc',
  per: 100,
});
