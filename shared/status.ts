/** The ten display statuses of spec §3, in the spec's order. No zod here: public pages and the mails read this too. */
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

/** The states in which staff still decide. */
export const REVIEW_STATUSES = ['awaiting review', 'awaiting partner feedback', 'feedback submitted'] as const;
/** Those of them in which it is the staff's turn. */
export const STAFFS_TURN = ['awaiting review', 'feedback submitted'] as const satisfies readonly DisplayStatus[];

/** The parts of the review queue. `date_passed`: the newsletters of all dates the partner named closed without a decision. */
export const REVIEW_LANES = ['to_decide', 'date_passed', 'changed_after_approval'] as const;
export type ReviewLane = (typeof REVIEW_LANES)[number];
