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

/** States in which staff still have to decide. */
export const REVIEW_STATUSES = ['awaiting review', 'awaiting partner feedback', 'feedback submitted'] as const;
/** The states in which staff must act next. */
export const STAFFS_TURN = ['awaiting review', 'feedback submitted'] as const satisfies readonly DisplayStatus[];

/** Lanes of the review queue. `date_passed`: the newsletters of all named dates closed without a decision. */
export const REVIEW_LANES = ['to_decide', 'date_passed', 'changed_after_approval'] as const;
export type ReviewLane = (typeof REVIEW_LANES)[number];
