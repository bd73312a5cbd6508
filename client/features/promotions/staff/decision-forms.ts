import { formatCents } from '#shared/money.ts';
import { FeedbackRequest, type Promotion, Rejection } from '#shared/promotions.ts';
import type { ReasonCode } from '#shared/reasons.ts';
import type { Decision } from './api.ts';
import { isDatePassed } from './approval.ts';

/** The decisions that open a form first. */
export type FormDecision = Exclude<Decision['kind'], 'approve' | 'accept_changes' | 'charge'>;

/** `date`: the one to propose. `bulk`: all promotions of a bulk decision, of which `promotion` is the first. */
export type OpenDecisionForm = {
  kind: FormDecision;
  promotion: Promotion;
  date?: string | undefined;
  bulk?: readonly Promotion[];
};

/** A form's values so far; kept when the server refuses. */
export type DecisionDraft = {
  reason_codes: readonly ReasonCode[];
  suggested_category_id: number | null;
  message: string;
};
export const EMPTY_DRAFT: DecisionDraft = { reason_codes: [], suggested_category_id: null, message: '' };

type DraftOf = { kind: Decision['kind']; promotion: Pick<Promotion, 'id'>; bulk?: readonly Pick<Promotion, 'id'>[] };

/** Key of a form's draft. A bulk form's promotions may have any order. */
export const draftKey = ({ kind, promotion, bulk }: DraftOf) =>
  bulk
    ? `bulk ${kind} ${bulk
        .map(({ id }) => id)
        .toSorted((a, b) => a - b)
        .join()}`
    : `${kind} ${promotion.id}`;

const PROPOSAL_HINT =
  'Optional. They’ll get the date by email and confirm it with one click. Then it’ll come back to you for approval.';

const DECISION_FORMS: Record<FormDecision, { title: string; label: string; hint: string; button: string }> = {
  reject: {
    title: 'Decline promotion',
    label: 'Message to the partner',
    hint: 'Optional, unless a reason refers to it. Included in the email, under the reasons.',
    button: 'Decline promotion',
  },
  partner_feedback: {
    title: 'Ask for feedback',
    label: 'What should the partner answer or change?',
    hint: 'We’ll email this to the partner. Without an answer, we’ll decline the promotion in 7 days, or when its last date closes if that’s sooner.',
    button: 'Ask for feedback',
  },
  keep_approved: {
    title: 'Keep approved version',
    label: 'Message to the partner',
    hint: 'Optional. Included in the email that says the approved version will run.',
    button: 'Keep approved version',
  },
  ask_about_changes: {
    title: 'Ask about the changes',
    label: 'Your question',
    hint: 'We’ll email this to the partner. The promotion stays booked, and without an answer the approved version will run.',
    button: 'Ask about the changes',
  },
  propose_date: {
    title: 'Propose a date',
    label: 'Message to the partner',
    hint: `${PROPOSAL_HINT} Without an answer, we’ll decline the promotion in 7 days, or when its last date closes if that’s sooner.`,
    button: 'Propose this date',
  },
  reopen: {
    title: 'Reopen promotion',
    label: 'Message to the partner',
    hint: 'Optional. We’ll email the partner that we’re reviewing it again. It’ll return to the queue without a slot.',
    button: 'Reopen promotion',
  },
  cancel: {
    title: 'Cancel promotion',
    label: 'Reason',
    hint: 'Optional. The partner will get it by email.',
    button: 'Cancel promotion',
  },
  cancel_approved: {
    title: 'Cancel approved promotion',
    label: 'Reason',
    hint: 'Optional. The partner will get it by email. We’ll release its slot.',
    button: 'Cancel promotion',
  },
};

/** A form's texts, which say what the decision means for this promotion. */
export function formTexts(kind: FormDecision, promotion: Promotion) {
  const texts = DECISION_FORMS[kind];
  if (kind === 'partner_feedback' && isDatePassed(promotion))
    return {
      ...texts,
      hint: 'We’ll email this to the partner. Without an answer, we’ll cancel the promotion in 7 days.',
    };
  if (kind === 'propose_date' && isDatePassed(promotion))
    return { ...texts, hint: `${PROPOSAL_HINT} Without an answer in 7 days, we’ll cancel the promotion.` };
  if (kind === 'ask_about_changes' && promotion.changed_since_review?.held_because)
    return {
      ...texts,
      hint: 'We’ll email this to the partner. This promotion won’t run unless the partner undoes the change or you decide on it before the cutoff.',
    };
  if (kind === 'cancel_approved' && promotion.sent_at)
    return {
      ...texts,
      title: WRITE_OFF,
      hint: `Optional. The partner will get it by email. We’ll void the ${invoiceTotal(promotion)} invoice and return any credit and discount code it used.`,
      button: WRITE_OFF,
    };
  return texts;
}

/** The title and button of `cancel_approved` once the newsletter was sent. */
export const WRITE_OFF = 'Cancel and write off invoice';

/** Texts of forms about several promotions. `{promotions}` stands for their number, such as '3 promotions'. */
export const BULK_DECISION_FORMS = {
  reject: { ...DECISION_FORMS.reject, title: 'Decline {promotions}', button: 'Decline promotions' },
  propose_date: {
    ...DECISION_FORMS.propose_date,
    title: 'Move {promotions} to a date',
    hint: 'Optional. If a partner requested this date, we’ll approve the promotion for it. We’ll email the date and this message to the other partners, who can confirm it with one click. Without an answer, we’ll decline each of these promotions in 7 days, or when its last date closes if that’s sooner. If its dates have passed, we’ll cancel it after 7 days.',
    button: 'Approve or propose',
  },
};
export type BulkFormDecision = keyof typeof BULK_DECISION_FORMS;

/** The first invalid field of a form, with its error. */
export type Problem = { field: 'reason_codes' | 'message'; text: string };

/** The form's decision, or its first problem. */
export function decisionOf(kind: FormDecision, draft: DecisionDraft, date = ''): Decision | Problem {
  const message = draft.message.trim();
  switch (kind) {
    case 'reject': {
      const body = { reason_codes: [...draft.reason_codes], message, ...suggestion(draft) };
      const problem = Rejection.safeParse(body).error?.issues[0];
      if (!problem) return { kind: 'reject', body };
      return { field: problem.path[0] === 'message' ? 'message' : 'reason_codes', text: problem.message };
    }
    case 'partner_feedback':
      return questionProblem(message) ?? { kind: 'partner_feedback', body: { message } };
    case 'ask_about_changes':
      return questionProblem(message) ?? { kind: 'ask_about_changes', body: { message } };
    case 'keep_approved':
      return { kind: 'keep_approved', body: { message } };
    case 'propose_date':
      return { kind: 'propose_date', body: { promotion_date: date, message } };
    case 'reopen':
      return { kind: 'reopen', body: { message } };
    default:
      return { kind, body: { reason: message } };
  }
}

/** Checks that there is a question, and its length: inserting a template can exceed the field's `maxLength`. */
function questionProblem(message: string): Problem | null {
  if (!message) return { field: 'message', text: 'Enter your question.' };
  const problem = FeedbackRequest.safeParse({ message }).error?.issues[0];
  return problem ? { field: 'message', text: `Your question ${problem.message}.` } : null;
}

const suggestion = ({ reason_codes, suggested_category_id }: DecisionDraft) =>
  reason_codes.includes('wrong_category') ? { suggested_category_id } : {};

/** The entry in a promotion's `actions` that permits each decision. */
export const ACTION_OF: Record<Decision['kind'], string> = {
  approve: 'approve',
  reject: 'reject',
  partner_feedback: 'ask_feedback',
  propose_date: 'propose_date',
  reopen: 'reopen',
  cancel: 'cancel',
  cancel_approved: 'cancel_approved',
  accept_changes: 'accept_changes',
  keep_approved: 'keep_approved',
  ask_about_changes: 'ask_about_changes',
  charge: 'charge',
};

/** Text that follows the book's title while a decision can still be undone or is on its way. */
export const PENDING_TEXTS: Record<Decision['kind'], string> = {
  accept_changes: 'will run with the approved changes',
  keep_approved: 'will keep the approved version',
  ask_about_changes: 'will stay booked, and the partner will get your question by email',
  approve: 'will be approved',
  reject: 'will be declined',
  partner_feedback: 'will be returned with your question',
  propose_date: 'will be sent to the partner to confirm the date',
  reopen: 'will be reopened',
  cancel: 'will be canceled',
  cancel_approved: 'will be canceled',
  charge: 'is being charged',
};

/** Text that follows the book's title after an undo. */
export const UNDONE_TEXT = 'was returned to the queue; nothing was sent';

const DONE_TEXTS: Record<Decision['kind'], string> = {
  approve: 'was approved',
  reject: 'was declined; we’ll email your reasons to the partner',
  partner_feedback: 'is awaiting the partner; we’ll email them your question',
  propose_date: 'is awaiting the partner; we’ll email them the proposed date',
  reopen: 'was reopened',
  cancel: 'was canceled',
  cancel_approved: 'was canceled',
  accept_changes: 'will run with the approved changes',
  keep_approved: 'will run as approved; we’ll email the partner',
  ask_about_changes: 'stays booked; we’ll email your question to the partner',
  charge: 'was charged',
};

const invoiceTotal = ({ money }: Pick<Promotion, 'money'>) => formatCents(money.invoiced?.total_cents ?? 0);

/** 'we charged Lantern Street Books $31.50' or 'we wrote off the $31.50 invoice'; undefined for other decisions. */
export function moneyOutcomeText(kind: Decision['kind'], promotion: Pick<Promotion, 'partner' | 'money' | 'sent_at'>) {
  if (kind === 'charge') return `we charged ${promotion.partner?.name ?? 'the partner'} ${invoiceTotal(promotion)}`;
  if (kind === 'cancel_approved' && promotion.sent_at) return `we wrote off the ${invoiceTotal(promotion)} invoice`;
  return undefined;
}

/** Text that follows the book's title once the server has accepted the decision about a promotion. */
export const doneText = (kind: Decision['kind'], money?: string) =>
  money ? `${DONE_TEXTS[kind]}: ${money}` : DONE_TEXTS[kind];
