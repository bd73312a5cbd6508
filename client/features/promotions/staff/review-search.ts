import type { Query } from '#client/api/http.ts';
import { id, oneOf, page, type SearchOf, searchParams, words } from '#client/ui/search-params.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { isCalendarDate } from '#shared/dates.ts';
import type { Promotion } from '#shared/promotions.ts';
import {
  DISPLAY_STATUSES,
  type DisplayStatus,
  REVIEW_LANES,
  REVIEW_STATUSES,
  type ReviewLane,
} from '#shared/status.ts';

type StatusFilter = ReviewLane | 'all' | DisplayStatus;
const DEFAULT_LANE: ReviewLane = 'to_decide';

export const isLane = (status: StatusFilter): status is ReviewLane => REVIEW_LANES.some((lane) => lane === status);

export const STATUS_FILTERS: readonly StatusFilter[] = [...REVIEW_LANES, ...DISPLAY_STATUSES, 'all'];
const date = { fallback: '', read: (text: string) => (isCalendarDate(text) ? text : undefined) };

/** The address of the review queue. `store_action` says if the next rows join the ones shown or take their place (spec §4). */
const ADDRESS = searchParams({
  status: oneOf(STATUS_FILTERS, DEFAULT_LANE),
  category_id: id,
  date_from: date,
  date_to: date,
  q: words,
  store_action: oneOf(['replace'], 'add'),
  page,
});
export type ReviewSearch = SearchOf<typeof ADDRESS>;
export type StoreAction = ReviewSearch['store_action'];
export const reviewSearchOf = ADDRESS.read;

/** '?status=all&q=emma'; rows that are added have no page of their own. */
export const reviewSearchText = (search: Partial<ReviewSearch>) =>
  ADDRESS.write(search.store_action === 'replace' ? search : { ...search, page: 1 });

/** The API's query. What is still to come is listed from the next date on, what is over from the last one back. */
export function reviewQuery({ status, category_id, date_from, date_to, q }: ReviewSearch, page: number): Query {
  return {
    ...(isLane(status) ? { lane: status } : status === 'all' ? {} : { display_status: status }),
    category_id,
    date_from,
    date_to,
    q,
    sort_col: 'requested_date',
    sort_dir: AHEAD.has(status) ? 'asc' : 'desc',
    page,
    per: RESULTS_PER_PAGE,
  };
}

const AHEAD: ReadonlySet<StatusFilter> = new Set([
  ...REVIEW_LANES,
  'awaiting review',
  'awaiting partner feedback',
  'feedback submitted',
  'awaiting promotion date',
]);

/** The lanes of the review queue and their names on screen. */
export const LANE_NAMES: Record<ReviewLane, string> = {
  to_decide: 'To decide',
  date_passed: 'Date passed',
  changed_after_approval: 'Changed after approval',
};

type Facts = Pick<Promotion, 'display_status' | 'open_dates' | 'card' | 'partner'>;

/** Undecided, and the newsletters of all dates the partner named have closed. */
export const isDatePassed = ({ display_status, open_dates }: Pick<Promotion, 'display_status' | 'open_dates'>) =>
  REVIEW_STATUSES.some((status) => status === display_status) && open_dates.length === 0;

export const EMAIL_UNVERIFIED = 'Email not verified by the partner: can’t be approved yet.';
export const isEmailUnverified = ({ partner }: Pick<Promotion, 'partner'>) => partner?.is_email_verified === false;

/** Why it cannot be approved, or null. */
export function approvalProblem(promotion: Facts) {
  if (isDatePassed(promotion)) return 'All dates the partner named have passed. Choose another date and propose it.';
  if (promotion.card?.is_chargeable === false || promotion.card === null)
    return 'No valid card: can’t be approved yet.';
  return isEmailUnverified(promotion) ? EMAIL_UNVERIFIED : null;
}
