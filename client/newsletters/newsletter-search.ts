import type { Query } from '#client/api/http.ts';
import { pageOf } from '#client/partners/parts/list-search.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { addDays } from '#shared/dates.ts';
import { NEWSLETTER_STATUSES } from '#shared/newsletters.ts';

export type NewsletterSearch = { when: 'ahead' | 'over'; status: string; page: number };

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
