import { formatInstant } from '#shared/dates.ts';
import type { Promotion } from '#shared/promotions.ts';

/** The consequence of not answering. Without a deadline, the question is about changes to a booked promotion. */
export function noAnswerText({
  answer_by,
  open_dates,
  changed_since_review,
}: Pick<Promotion, 'answer_by' | 'open_dates' | 'changed_since_review'>) {
  if (answer_by)
    return `Please answer by ${formatInstant(answer_by)}. If we don’t hear from you by then, we’ll ${open_dates.length ? 'decline' : 'cancel'} the promotion, and you won’t be charged.`;
  return changed_since_review?.held_because
    ? 'If our editors don’t approve your change before the newsletter closes, the promotion won’t run, and you won’t be charged.'
    : 'Your promotion stays booked. Until you answer, the approved version will run.';
}
