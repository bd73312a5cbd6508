/**
 * A promotion's lifecycle as data: the display status derived from its facts, and the actions that each actor may take.
 * Facts are stored, the status is derived. See docs/decisions/0019-facts-stored-status-derived.md.
 */
import type { CapturedCharge, Invoice, Promotion, StripeError } from '#prisma';
import { toIsoDate } from '#shared/dates.ts';
import { AWAITING_STAFF, type DisplayStatus, isInvoiceUnpaid, REVIEW_STATUSES } from '#shared/status.ts';
import { bookedDate, hasUnreviewedChanges, type Reviewed } from './reviewed.ts';

export type StatusColumns = {
  has_open_stripe_error: boolean;
  invoice: { total_cents: number; status: string } | null;
  cancelled_at: Date | null;
  approval_status: 'approved' | 'rejected' | 'awaiting_feedback' | null;
  sent_at: Date | null;
  unable_to_send_at: Date | null;
  feedback_requested_at: Date | null;
  feedback_submitted_at: Date | null;
};

/**
 * How to test a condition: a time is set (and isn't before `since`), `approval_status` has the value, or the row
 * exists. status-conditions.ts makes queries from the same rules.
 */
export type ConditionRule =
  | { set: InstantColumn; since?: InstantColumn }
  | { approval_status: StatusColumns['approval_status'] }
  | { row: 'unpaid invoice' | 'open stripe error' };
type InstantColumn =
  | 'cancelled_at'
  | 'sent_at'
  | 'unable_to_send_at'
  | 'feedback_requested_at'
  | 'feedback_submitted_at';

export type StatusCondition =
  | 'unpaid'
  | 'card declined'
  | 'cancelled'
  | 'rejected'
  | 'sent'
  | 'unable to send'
  | 'approved'
  | 'unreviewed'
  | 'feedback requested'
  | 'feedback submitted';

export const CONDITIONS: Record<StatusCondition, ConditionRule> = {
  unpaid: { row: 'unpaid invoice' },
  'card declined': { row: 'open stripe error' },
  cancelled: { set: 'cancelled_at' },
  rejected: { approval_status: 'rejected' },
  sent: { set: 'sent_at' },
  'unable to send': { set: 'unable_to_send_at' },
  approved: { approval_status: 'approved' },
  unreviewed: { approval_status: null },
  'feedback requested': { approval_status: 'awaiting_feedback' },
  'feedback submitted': { set: 'feedback_submitted_at', since: 'feedback_requested_at' },
};

function isTrue(condition: StatusCondition, columns: StatusColumns): boolean {
  const rule = CONDITIONS[condition];
  if ('row' in rule) return rule.row === 'unpaid invoice' ? isUnpaid(columns) : columns.has_open_stripe_error;
  if ('approval_status' in rule) return columns.approval_status === rule.approval_status;
  const [at, since] = [columns[rule.set], rule.since ? columns[rule.since] : null];
  return at !== null && (since === null || at >= since);
}

export const isUnpaid = ({ invoice }: Pick<StatusColumns, 'invoice'>) => invoice !== null && isInvoiceUnpaid(invoice);

/** The first row whose conditions are all true is the status. */
export const STATUSES: readonly [DisplayStatus, readonly StatusCondition[]][] = [
  ['payment failed', ['unpaid', 'card declined']],
  ['cancelled', ['cancelled']],
  ['declined', ['rejected']],
  ['awaiting payment', ['unpaid']],
  ['successfully sent', ['sent']],
  ['unable to send', ['unable to send']],
  ['awaiting review', ['unreviewed']],
  ['feedback submitted', ['feedback requested', 'feedback submitted']],
  ['awaiting partner feedback', ['feedback requested']],
  ['awaiting promotion date', ['approved']],
];

export const displayStatus = (columns: StatusColumns): DisplayStatus =>
  STATUSES.find(([, conditions]) => conditions.every((condition) => isTrue(condition, columns)))![0];

export type NamedDates = { requested_date: Date; alternate_dates: Date[]; promotion_date?: Date | null };

/**
 * The dates the partner named, the requested one first. Includes the approved date, which an edit may have removed from
 * the alternates.
 */
export const namedDates = ({ requested_date, alternate_dates, promotion_date }: NamedDates) => [
  ...new Set([requested_date, ...alternate_dates, ...(promotion_date ? [promotion_date] : [])].map(toIsoDate)),
];

export type ActorRole = 'partner' | 'user' | 'system';

type Transition = {
  /** The statuses in which each actor may take the action. */
  from: { [actor in ActorRole]?: readonly DisplayStatus[] };
  /** Actors who can't take the action on an approved promotion after its newsletter's cutoff. */
  untilCutoff?: readonly ActorRole[];
  /** Statuses in which only administrators may take the action, because it refunds or writes off money. */
  adminsOnly?: readonly DisplayStatus[];
  /** In “awaiting promotion date”: true requires that the newsletter includes it already, false that it doesn't yet. */
  frozen?: boolean;
  /** Additional condition. */
  when?: (context: ActionContext) => boolean;
};

const UNPAID = ['awaiting payment', 'payment failed'] as const;
const BOOKED = 'awaiting promotion date';
/** Staff answers to a partner's changes after approval. */
const CHANGE_REVIEW = {
  from: { user: [BOOKED] },
  frozen: false,
  when: (context: ActionContext) => context.has_unreviewed_changes,
} as const;

const TRANSITIONS = {
  approve: { from: { user: REVIEW_STATUSES } },
  reject: { from: { user: REVIEW_STATUSES, system: ['awaiting partner feedback'] } },
  ask_feedback: { from: { user: AWAITING_STAFF } },
  submit_feedback: {
    from: { partner: ['awaiting partner feedback', BOOKED] },
    frozen: false,
    when: ({ status, has_open_question }) => status !== BOOKED || has_open_question,
  },
  accept_changes: CHANGE_REVIEW,
  keep_approved: CHANGE_REVIEW,
  ask_about_changes: CHANGE_REVIEW,
  correct_store_link: { from: { user: [BOOKED, 'successfully sent', ...UNPAID] }, frozen: true },
  propose_date: { from: { user: AWAITING_STAFF } },
  confirm_date: {
    from: { partner: ['awaiting partner feedback'] },
    when: ({ has_proposed_date }) => has_proposed_date,
  },
  edit: {
    from: { partner: [...REVIEW_STATUSES, BOOKED], user: [...REVIEW_STATUSES, BOOKED] },
    untilCutoff: ['partner'],
    frozen: false,
  },
  pass_date: { from: { system: AWAITING_STAFF } },
  cancel: { from: { partner: REVIEW_STATUSES, user: REVIEW_STATUSES, system: REVIEW_STATUSES } },
  cancel_approved: {
    from: { partner: [BOOKED], user: [BOOKED, ...UNPAID] },
    untilCutoff: ['partner'],
    frozen: false,
    // Canceling an unpaid promotion writes off its invoice.
    adminsOnly: UNPAID,
  },
  reopen: {
    from: { user: ['declined', 'cancelled', BOOKED] },
    frozen: false,
    when: ({ is_reopenable }) => is_reopenable,
  },
  freeze: { from: { system: [BOOKED] }, frozen: false },
  fail_to_send: { from: { system: [BOOKED] } },
  send: { from: { system: [BOOKED] }, frozen: true },
  charge: { from: { partner: UNPAID, user: UNPAID, system: UNPAID } },
  refund: {
    from: { user: ['successfully sent'] },
    adminsOnly: ['successfully sent'],
    when: ({ is_refundable }) => is_refundable,
  },
} as const satisfies Record<string, Transition>;

export type Action = keyof typeof TRANSITIONS;

/** Each action that this actor may take in some status. */
export const actionsOf = (actor: ActorRole) =>
  (Object.keys(TRANSITIONS) as Action[]).filter((action) => actor in TRANSITIONS[action].from);

export type ActionContext = {
  status: DisplayStatus;
  /** The newsletter already includes it. */
  is_frozen: boolean;
  /** The booked date's cutoff hasn't passed (businessDate <= date), even if staff closed its newsletter early. */
  is_before_cutoff: boolean;
  /** Its partner changed something after the approval, and staff haven't reviewed the change. */
  has_unreviewed_changes: boolean;
  /** Staff asked about a change after the approval, and the partner hasn't answered. */
  has_open_question: boolean;
  /** Its invoice was paid by card, and part of that is neither refunded nor disputed. */
  is_refundable: boolean;
  /** Staff proposed a date that the partner hasn't answered. */
  has_proposed_date: boolean;
  /**
   * No newsletter includes it, its partner didn't cancel it, the cutoff of a named date hasn't passed, and no changes
   * after an approval await staff.
   */
  is_reopenable: boolean;
};

/** True for staff's answers to a partner's changes after approval. */
export const isChangeReview = (action: Action) => TRANSITIONS[action] === CHANGE_REVIEW;

export function isActionAllowed(action: Action, actor: ActorRole, context: ActionContext): boolean {
  const { status, is_frozen, is_before_cutoff } = context;
  const { from, untilCutoff, frozen: requiredFrozen, when }: Transition = TRANSITIONS[action];
  if (!from[actor]?.includes(status)) return false;
  if (when && !when(context)) return false;
  if (requiredFrozen !== undefined && requiredFrozen !== is_frozen && status === BOOKED) return false;
  return is_before_cutoff || status !== BOOKED || !untilCutoff?.includes(actor);
}

/** True if only administrators may take the action in this status. */
export const needsAdmin = (action: Action, status: DisplayStatus) =>
  (TRANSITIONS[action] as Transition).adminsOnly?.includes(status) ?? false;

export type ActorPermissions = { role: ActorRole; is_admin?: boolean };

export const isEditor = ({ role, is_admin }: ActorPermissions) => role === 'user' && !is_admin;

export const allowedActions = (actor: ActorPermissions, context: ActionContext): Action[] =>
  (Object.keys(TRANSITIONS) as Action[]).filter(
    (action) =>
      isActionAllowed(action, actor.role, context) && !(isEditor(actor) && needsAdmin(action, context.status)),
  );

/** A promotion with the rows that determine its status and allowed actions. */
type PromotionWithInvoice = Reviewed & {
  stripe_errors: Pick<StripeError, 'resolved_at'>[];
  invoice: (Invoice & { captured_charges: CapturedCharge[] }) | null;
};

const statusColumnsOf = (promotion: PromotionWithInvoice): StatusColumns => ({
  ...promotion,
  has_open_stripe_error: promotion.stripe_errors.some((error) => error.resolved_at === null),
});

export const statusOf = (promotion: PromotionWithInvoice) => displayStatus(statusColumnsOf(promotion));

/** Facts that decide which actions are allowed. `business_date` is the date of the newsletter that is still open. */
export function actionContextOf(promotion: PromotionWithInvoice, business_date: string): ActionContext {
  const status = statusOf(promotion);
  const has_unreviewed_changes = hasUnreviewedChanges(promotion);
  return {
    ...{ status, has_unreviewed_changes },
    is_frozen: promotion.frozen_at !== null,
    is_before_cutoff: business_date <= bookedDate(promotion),
    has_open_question: questionOf(promotion)?.answered_at === null,
    is_refundable: promotion.invoice?.status === 'paid' && refundableCents(promotion) > 0,
    has_proposed_date: promotion.proposed_date !== null,
    is_reopenable:
      promotion.cancelled_by !== 'partner' &&
      promotion.frozen_at === null &&
      !(status === BOOKED && has_unreviewed_changes) &&
      namedDates(promotion).some((date) => date >= business_date),
  };
}

/**
 * The charge that paid the invoice, or null if none did. Other captured charges are surplus, which is refunded
 * automatically.
 */
export const payingCharge = ({ invoice }: Pick<PromotionWithInvoice, 'invoice'>) =>
  invoice?.captured_charges.find(({ payment_intent_id }) => payment_intent_id === invoice.payment_intent_id) ?? null;

/** Cents that can still be refunded. Disputed money is at the bank and can't be refunded as well. */
export function refundableCents(promotion: Pick<PromotionWithInvoice, 'invoice'>) {
  const charge = payingCharge(promotion);
  return charge ? Math.max(0, charge.captured_cents - charge.refunded_cents - charge.disputed_cents) : 0;
}

/** The latest question, if staff asked it after the approval (about a change); null for one about the submission. */
export function questionOf({ approval_status, reviewed_at, feedback_requested_at, ...promotion }: Promotion) {
  if (approval_status !== 'approved' || !feedback_requested_at || !reviewed_at) return null;
  if (feedback_requested_at < reviewed_at) return null;
  const { feedback_submitted_at, partner_feedback, staff_message } = promotion;
  const isAnswered = feedback_submitted_at !== null && feedback_submitted_at >= feedback_requested_at;
  return {
    message: staff_message ?? '',
    asked_at: feedback_requested_at,
    answer: isAnswered ? partner_feedback : null,
    answered_at: isAnswered ? feedback_submitted_at : null,
  };
}
