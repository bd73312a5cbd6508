import type { Query } from '#client/api/http.ts';
import { pageOf } from '#client/ui/page-of.ts';
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

/** Whether the next rows join the ones shown or take their place (spec §4). */
export type StoreAction = 'add' | 'replace';

/** What the address of the review queue says. */
export type ReviewSearch = {
  status: StatusFilter;
  category_id: number | null;
  date_from: string;
  date_to: string;
  q: string;
  store_action: StoreAction;
  page: number;
};

/** Reads an address; what makes no sense there counts as not said. */
export function reviewSearchOf(params: URLSearchParams): ReviewSearch {
  const status = params.get('status') ?? '';
  const category = params.get('category_id') ?? '';
  return {
    status: STATUS_FILTERS.find((known) => known === status) ?? DEFAULT_LANE,
    category_id: /^[1-9]\d{0,8}$/.test(category) ? Number(category) : null,
    date_from: dateIn(params, 'date_from'),
    date_to: dateIn(params, 'date_to'),
    q: (params.get('q') ?? '').trim().slice(0, 100),
    store_action: params.get('store_action') === 'replace' ? 'replace' : 'add',
    page: pageOf(params),
  };
}

export const STATUS_FILTERS: readonly StatusFilter[] = [...REVIEW_LANES, ...DISPLAY_STATUSES, 'all'];

const dateIn = (params: URLSearchParams, name: string) => {
  const text = params.get(name) ?? '';
  return isCalendarDate(text) ? text : '';
};

/** '?status=all&q=emma'; what stands for the plain queue is left out. */
export function reviewSearchText({
  status,
  category_id,
  date_from,
  date_to,
  q,
  store_action,
  page,
}: Partial<ReviewSearch>) {
  const params = new URLSearchParams();
  if (status && status !== DEFAULT_LANE) params.set('status', status);
  if (category_id) params.set('category_id', String(category_id));
  if (date_from) params.set('date_from', date_from);
  if (date_to) params.set('date_to', date_to);
  if (q) params.set('q', q);
  if (store_action === 'replace') params.set('store_action', store_action);
  if (store_action === 'replace' && page && page > 1) params.set('page', String(page));
  return params.size > 0 ? `?${params}` : '';
}

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
