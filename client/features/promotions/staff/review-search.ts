import type { Query } from '#client/api/http.ts';
import { id, oneOf, page, type SearchOf, searchParams, searchWords } from '#client/ui/search-params.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { formatTotal, MAX_SEARCH_COUNT } from '#shared/list-totals.ts';
import type { SavedView } from '#shared/saved-views.ts';
import { REVIEW_LANES, REVIEW_ORDERS, type ReviewLane, STATUS_FILTERS, type StatusFilter } from '#shared/status.ts';

const DEFAULT_LANE: ReviewLane = 'to_decide';

export const isLane = (status: StatusFilter): status is ReviewLane => REVIEW_LANES.some((lane) => lane === status);

const date = { fallback: '', read: (text: string) => (isCalendarDate(text) ? text : undefined) };

/** The address of the review queue. `store_action`: the next rows are added to the ones shown, or replace them. */
export const SEARCH_PARAMS = searchParams({
  status: oneOf(STATUS_FILTERS, DEFAULT_LANE),
  category_id: id,
  date_from: date,
  date_to: date,
  q: searchWords,
  order: oneOf(REVIEW_ORDERS, 'date'),
  store_action: oneOf(['replace'], 'add'),
  page,
});
export type ReviewSearch = SearchOf<typeof SEARCH_PARAMS>;
export const reviewSearchOf = SEARCH_PARAMS.read;

/** '?status=all&q=emma', without the page if rows are added to the ones shown. */
export const reviewSearchText = (search: Partial<ReviewSearch>) =>
  SEARCH_PARAMS.write(search.store_action === 'replace' ? search : { ...search, page: 1 });

/** New words search all promotions instead of a lane, which has few matches, unless the editor also chose the lane. */
export const submittedSearch = (before: ReviewSearch, after: ReviewSearch): ReviewSearch =>
  after.q && after.q !== before.q && after.status === before.status && isLane(after.status)
    ? { ...after, status: 'all' }
    : after;

/**
 * The API's query. If sorted by date, lanes and the statuses before the send start with the earliest date, and other
 * statuses with the latest.
 */
export function reviewQuery({ status, category_id, date_from, date_to, q, order }: ReviewSearch, page: number): Query {
  return {
    ...(isLane(status) ? { lane: status } : status === 'all' ? {} : { display_status: status }),
    category_id,
    date_from,
    date_to,
    q,
    ...(order === 'date'
      ? { sort_col: isLane(status) ? 'closes_at' : 'booked_date', sort_dir: ASCENDING.has(status) ? 'asc' : 'desc' }
      : { sort_col: 'created_at', sort_dir: order === 'newest' ? 'desc' : 'asc' }),
    page,
    per: RESULTS_PER_PAGE,
  };
}

/** '20 of 4,321 promotions', or for a search with too many matches, which of them are listed. */
export function reviewCountText(
  { listed_count, total_count }: { listed_count: number; total_count: number },
  { q, status, date_from, date_to }: ReviewSearch,
) {
  if (!q || isLane(status) || total_count < MAX_SEARCH_COUNT)
    return `${listed_count} of ${formatTotal(total_count)} ${total_count === 1 ? 'promotion' : 'promotions'}`;
  const matches = date_from || date_to ? 'matches with the latest dates' : 'newest matches';
  return `${listed_count} of the ${total_count} ${matches}; add words or filters to find others`;
}

/** Choices of the status filter, without 'payment failed': the lane `payment_failed` has the same promotions. */
export const STATUS_CHOICES = STATUS_FILTERS.filter((status) => status !== 'payment failed');

/** The filter's choice for a status. Older links and saved views may have the status 'payment failed'. */
export const choiceOf = (status: StatusFilter) => (status === 'payment failed' ? 'payment_failed' : status);

const ASCENDING: ReadonlySet<StatusFilter> = new Set([
  ...REVIEW_LANES,
  'awaiting review',
  'awaiting partner feedback',
  'feedback submitted',
  'awaiting promotion date',
]);

/** The filters that a saved view keeps: all but the search words, `store_action`, and the page. */
export const viewFiltersOf = ({
  status,
  category_id,
  date_from,
  date_to,
  order,
}: ReviewSearch): SavedView['filters'] => ({
  ...{ status, category_id, order },
  date_from: date_from || null,
  date_to: date_to || null,
});

/** The address of a saved view. `store_action` is the editor's own choice. */
export const viewText = ({ filters }: Pick<SavedView, 'filters'>, store_action: ReviewSearch['store_action']) =>
  reviewSearchText({
    ...filters,
    ...{ date_from: filters.date_from ?? '', date_to: filters.date_to ?? '' },
    store_action,
  });
