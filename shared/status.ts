/** The ten display statuses, in their fixed order. Without zod, because public pages and emails use them too. */
export const DISPLAY_STATUSES = [
  'payment failed',
  'cancelled',
  'declined',
  'awaiting payment',
  'successfully sent',
  'unable to send',
  'awaiting review',
  'awaiting partner feedback',
  'feedback submitted',
  'awaiting promotion date',
] as const;
export type DisplayStatus = (typeof DISPLAY_STATUSES)[number];

/** Statuses in which staff still have to decide, even if the partner must answer first. */
export const REVIEW_STATUSES = ['awaiting review', 'awaiting partner feedback', 'feedback submitted'] as const;
export const isUndecided = (status: DisplayStatus) => REVIEW_STATUSES.some((undecided) => undecided === status);
/** Statuses in which staff must act next. */
export const AWAITING_STAFF = ['awaiting review', 'feedback submitted'] as const satisfies readonly DisplayStatus[];
export const isAwaitingStaff = (status: DisplayStatus) => AWAITING_STAFF.some((awaiting) => awaiting === status);

/** An invoice with an amount due. */
export const UNPAID_INVOICE = { above_cents: 0, statuses: ['open', 'failed'] } as const;
export const isInvoiceUnpaid = ({ total_cents, status }: { total_cents: number; status: string }) =>
  total_cents > UNPAID_INVOICE.above_cents && UNPAID_INVOICE.statuses.some((unpaid) => unpaid === status);

/**
 * Lanes of the review queue, the most urgent first. `date_passed`: awaits staff, but the newsletters of all its named
 * dates have closed. `closes_next`: can only run in the newsletter that closes next, because no later named date is
 * open. `closes_next` and `feedback_answered` are parts of `to_decide`.
 */
export const REVIEW_LANES = [
  'date_passed',
  'changed_after_approval',
  'closes_next',
  'feedback_answered',
  'to_decide',
  'payment_failed',
] as const;
export type ReviewLane = (typeof REVIEW_LANES)[number];

/** Choices of the review queue's status filter. */
export const STATUS_FILTERS = [...REVIEW_LANES, ...DISPLAY_STATUSES, 'all'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** Orders of the review queue: by newsletter date, or by when the partner submitted. */
export const REVIEW_ORDERS = ['date', 'newest', 'oldest'] as const;
export type ReviewOrder = (typeof REVIEW_ORDERS)[number];

/** Lanes that don't overlap. The other lanes are parts of them. */
export const SEPARATE_LANES = [
  'date_passed',
  'changed_after_approval',
  'to_decide',
  'payment_failed',
] as const satisfies readonly ReviewLane[];
