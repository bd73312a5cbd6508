import { type Promotion, Rejection } from '#shared/promotions.ts';
import type { ReasonCode } from '#shared/reasons.ts';
import type { Decision } from './api.ts';

/** The decisions that ask for words first. */
export type Question = Exclude<Decision['kind'], 'approve' | 'accept_changes' | 'charge'>;

/** `date`: the one to propose. */
export type Asked = { question: Question; promotion: Promotion; date?: string | undefined };

/** A form's values so far; kept when the server refuses. */
export type Draft = { reason_codes: readonly ReasonCode[]; suggested_category_id: number | null; message: string };
export const EMPTY_DRAFT: Draft = { reason_codes: [], suggested_category_id: null, message: '' };

export const QUESTIONS: Record<Question, { title: string; label: string; hint: string; button: string }> = {
  reject: {
    title: 'Reject',
    label: 'Message to the partner',
    hint: 'Goes into the mail, under the reasons.',
    button: 'Reject the promotion',
  },
  partner_feedback: {
    title: 'Ask for feedback',
    label: 'What should the partner tell or change?',
    hint: 'Goes to the partner by mail. It is declined without an answer in 7 days, or before the last of its dates closes.',
    button: 'Send the question',
  },
  keep_approved: {
    title: 'Keep the approved version',
    label: 'Message to the partner',
    hint: 'Optional. Goes into the email that says the approved version will run.',
    button: 'Keep the approved version',
  },
  ask_about_changes: {
    title: 'Ask about the changes',
    label: 'Your question',
    hint: 'Goes to the partner by email. The promotion stays booked, and without an answer the approved version runs.',
    button: 'Send the question',
  },
  propose_date: {
    title: 'Propose a date',
    label: 'Message to the partner',
    hint: 'Optional. They get the date by email and confirm it with one click; nothing runs before that.',
    button: 'Propose this date',
  },
  reopen: {
    title: 'Reopen',
    label: 'Message to the partner',
    hint: 'Optional. They hear by email that you’re looking at it again. It goes back into the queue without a slot.',
    button: 'Reopen the promotion',
  },
  cancel: {
    title: 'Cancel',
    label: 'Reason',
    hint: 'Optional. The partner gets it by mail.',
    button: 'Cancel the promotion',
  },
  cancel_approved: {
    title: 'Cancel the approved promotion',
    label: 'Reason',
    hint: 'Its place is free again. What is unpaid after the newsletter is written off.',
    button: 'Cancel the promotion',
  },
};

/** The decision that a filled-in form makes, or what is still missing. */
export function decisionOf(question: Question, draft: Draft, date = ''): Decision | string {
  const message = draft.message.trim();
  switch (question) {
    case 'reject': {
      const body = { reason_codes: [...draft.reason_codes], message, ...suggestion(draft) };
      const problems = Rejection.safeParse(body).error?.issues;
      return problems ? problems[0]!.message : { kind: 'reject', body };
    }
    case 'partner_feedback':
      return message ? { kind: 'partner_feedback', body: { message } } : 'Write what you want to know.';
    case 'ask_about_changes':
      return message ? { kind: 'ask_about_changes', body: { message } } : 'Write what you want to know.';
    case 'keep_approved':
      return { kind: 'keep_approved', body: { message } };
    case 'propose_date':
      return { kind: 'propose_date', body: { promotion_date: date, message } };
    case 'reopen':
      return { kind: 'reopen', body: { message } };
    default:
      return { kind: question, body: { reason: message } };
  }
}

const suggestion = ({ reason_codes, suggested_category_id }: Draft) =>
  reason_codes.includes('wrong_category') ? { suggested_category_id } : {};

/** The names under which a promotion's `actions` allow the decisions. */
export const ALLOWED_AS: Record<Decision['kind'], string> = {
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

/** While a decision can still be undone, after the book's title. */
export const HELD_WORDS: Record<Decision['kind'], string> = {
  accept_changes: 'will run with its changes',
  keep_approved: 'will run as approved',
  ask_about_changes: 'will stay booked, and the partner will get your question by email',
  approve: 'will be approved',
  reject: 'will be declined',
  partner_feedback: 'will be sent back with your question',
  propose_date: 'will wait for the partner to confirm the date',
  reopen: 'will be reopened',
  cancel: 'will be canceled',
  cancel_approved: 'will be canceled',
  charge: 'will be charged',
};

/** After an undo, after the book's title. */
export const UNDONE_WORDS = 'is back in the queue; nothing was sent';

/** Once the server has agreed, after the book's title. */
export const DONE_WORDS: Record<Decision['kind'], string> = {
  approve: 'was approved',
  reject: 'was declined; the partner gets your reasons by mail',
  partner_feedback: 'waits for the partner, who gets your question by mail',
  propose_date: 'waits for the partner, who gets the proposed date by email',
  reopen: 'was reopened',
  cancel: 'was cancelled',
  cancel_approved: 'was cancelled',
  accept_changes: 'will run with its changes',
  keep_approved: 'will run as approved; we’ll email the partner',
  ask_about_changes: 'stays booked; we’ll email your question to the partner',
  charge: 'was charged',
};
