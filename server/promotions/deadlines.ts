/** Until when a question waits for its answer, and from when a declined book may come back. */
import type { Promotion } from '#prisma';
import { cutoffOf, vancouver } from '#server/platform/clock.ts';
import { FEEDBACK_DAYS } from '#shared/business.ts';
import { addDays, dateText } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';
import { type NamedDates, namedDates } from './state.ts';

/** The cutoff of the last open date, or of the last date named. */
export const closesAt = (promotion: NamedDates, open_dates: readonly string[]): Date =>
  cutoffOf([...(open_dates.length ? open_dates : namedDates(promotion))].sort().at(-1)!);

/** The deadline of a question: a week, but at most until the last date closes that the partner named or is asked to confirm. */
export function answerBy(promotion: NamedDates & Pick<Promotion, 'proposed_date'>, asked_at: Date): Date {
  const proposed = promotion.proposed_date ? [dateText(promotion.proposed_date)] : [];
  const last = [...namedDates(promotion), ...proposed].sort().at(-1)!;
  return new Date(Math.min(asked_at.getTime() + FEEDBACK_DAYS * DAY_MS, cutoffOf(last).getTime()));
}

/** A date in Vancouver, by the longest wait of the reasons; null: at once. */
export function resubmitOn(reason_codes: readonly string[], declined_at: Date): string | null {
  const wait = Math.max(0, ...reason_codes.map((code) => REASONS[code as ReasonCode]?.resubmit_after ?? 0));
  return wait ? addDays(vancouver(declined_at).date, wait) : null;
}
