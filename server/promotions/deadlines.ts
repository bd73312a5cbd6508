/** Deadlines: the closing of a promotion's last date, the answer to a question, and the wait after a decline. */
import type { Promotion } from '#prisma';
import { cutoffOf, vancouverTime } from '#server/platform/clock.ts';
import { FEEDBACK_DAYS } from '#shared/business.ts';
import { addDays, toIsoDate } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';
import { type NamedDates, namedDates } from './state.ts';

/** The last of the promotion's open dates, or its last named date if none is open. */
export const lastToClose = (promotion: NamedDates, open_dates: readonly string[]): string =>
  [...(open_dates.length ? open_dates : namedDates(promotion))].sort().at(-1)!;

/** The cutoff of `lastToClose`. */
export const closesAt = (promotion: NamedDates, open_dates: readonly string[]): Date =>
  cutoffOf(lastToClose(promotion, open_dates));

type Questioned = NamedDates & Pick<Promotion, 'proposed_date' | 'date_passed_at'>;

/**
 * Deadline of a question: a week, but no later than the cutoff of the last date that the partner named or is asked to
 * confirm. Dates that had passed when staff asked don't count.
 */
export function answerBy(promotion: Questioned, asked_at: Date): Date {
  const named = promotion.date_passed_at ? [] : namedDates(promotion);
  const proposed = promotion.proposed_date ? [toIsoDate(promotion.proposed_date)] : [];
  const cutoffs = [...named, ...proposed].map(cutoffOf).filter((at) => at > asked_at);
  const last = cutoffs.length ? Math.max(...cutoffs.map(Number)) : Number.POSITIVE_INFINITY;
  return new Date(Math.min(asked_at.getTime() + FEEDBACK_DAYS * DAY_MS, last));
}

/** True if the answer to a promotion's question is overdue. */
export const isOverdue = (promotion: Questioned & Pick<Promotion, 'feedback_requested_at'>, now: Date) =>
  answerBy(promotion, promotion.feedback_requested_at!) <= now;

/** The Vancouver date after the longest wait among the reasons. Null if the partner may resubmit right away. */
export function resubmitOn(reason_codes: readonly string[], declined_at: Date): string | null {
  const wait = Math.max(0, ...reason_codes.map((code) => REASONS[code as ReasonCode]?.resubmit_after ?? 0));
  return wait ? addDays(vancouverTime(declined_at).date, wait) : null;
}
