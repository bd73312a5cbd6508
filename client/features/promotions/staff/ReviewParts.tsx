import { noCardText } from '#client/features/billing/staff/payment-words.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { useMsLeft } from '#client/ui/Countdown.tsx';
import { DateText, InstantText } from '#client/ui/DateText.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import { Price } from '#client/ui/Price.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { useShell } from '#client/ui/shell.ts';
import type { Book } from '#shared/books.ts';
import { formatInstant } from '#shared/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import type { Promotion } from '#shared/promotions.ts';
import { ChangeList } from '../ChangeList.tsx';
import { bookedDate } from '../cutoff.ts';
import { messageEvent, submittedText } from './evidence.ts';
import classes from './ReviewParts.module.css';
import { capitalize, changesProblem, failedRulesText, verdictOf } from './verdict.ts';

/** Changes after approval have a verdict only if they can't be approved. */
const hasVerdict = (promotion: Promotion) => promotion.actions.includes('approve') || changesProblem(promotion) !== '';

/** The lines under the title: author, category, and date; status, time left, price, and age; then the verdict. */
export const PromotionSummary = ({ promotion }: { promotion: Promotion }) => (
  <>
    <p>
      {promotion.book?.author_name && `by ${promotion.book.author_name} · `}
      {promotion.category?.name} · <DateText date={bookedDate(promotion)} />
    </p>
    <p className={classes.line}>
      <StatusBadge status={promotion.display_status} />
      <ClosesIn promotion={promotion} />
      <Price {...promotion} />
      <Submitted at={promotion.created_at} />
    </p>
    {hasVerdict(promotion) && <VerdictLine promotion={promotion} />}
  </>
);

/** 'Rules met', 'Awaiting partner', or a problem, such as 'Fails 1 rule: too short' or 'Check price'. */
function VerdictLine({ promotion }: { promotion: Promotion }) {
  if (!promotion.failed_rules) return null;
  const { tone, text } = verdictOf(promotion);
  const problem = changesProblem(promotion);
  return (
    <p className={classes.verdict} data-tone={problem ? 'bad' : tone}>
      {problem || noCardText(promotion.card, '') || failedRulesText(promotion) || capitalize(text)}
    </p>
  );
}

const Submitted = ({ at }: { at: string }) => (
  <span className={classes.when} title={formatInstant(at)}>
    {submittedText(at, useShell().now)}
  </span>
);

const URGENT_MS = 24 * HOUR_MS;

/**
 * The time left until the newsletter closes on the last open date that the partner named, then 'closed'. While changes
 * after approval await staff, the booked date counts instead. Renders nothing if no decision is due.
 */
export const ClosesIn = ({ promotion: { closes_at, open_dates } }: { promotion: Promotion }) =>
  closes_at && <Closing at={closes_at} isClosed={open_dates.length === 0} />;

function Closing({ at, isClosed }: { at: string; isClosed: boolean }) {
  const left = useMsLeft(at);
  const isOver = isClosed || left <= 0;
  return (
    <time dateTime={at} title={formatInstant(at)} className={classes.closes} data-urgent={isOver || left < URGENT_MS}>
      {isOver ? 'closed' : closesInText(left)}
    </time>
  );
}

/** The partner's changes after the approval or, without any, a warning if the promotion won't run. */
export function ChangedAfterApproval({ promotion }: { promotion: Promotion }) {
  const { changed_since_review: changed, at_risk } = promotion;
  if (!changed) return at_risk ? <Alert kind="warning" title={`Won’t run unless it’s fixed: ${at_risk}`} /> : null;
  const { changes, held_because, question } = changed;
  return (
    <>
      {held_because ? (
        <Alert kind="warning" title={`Needs your decision: ${held_because}`}>
          If you don’t decide before the cutoff, the promotion won’t run and we won’t charge for it.
        </Alert>
      ) : (
        <Alert title="Changed after approval">If you don’t decide, the approved version will run.</Alert>
      )}
      <ChangeList changes={changes} />
      {question && (
        <div>
          <p>
            <strong>You asked</strong> <InstantText at={question.asked_at} />
          </p>
          <Paragraphs text={question.message} />
          {question.answer ? (
            <>
              <p>
                <strong>The partner answered</strong>{' '}
                {question.answered_at && <InstantText at={question.answered_at} />}
              </p>
              <Paragraphs text={question.answer} />
            </>
          ) : (
            <p>No answer yet.</p>
          )}
        </div>
      )}
    </>
  );
}

type ConversationProps = { promotion: Promotion; events: Promotion['events'] };

/** The partner's note, the staff's message with its author, and the partner's answer. */
export function Conversation({ promotion, events }: ConversationProps) {
  const message = messageEvent(events);
  const author = message?.actor === 'user' && message.actor_name;
  const { partner_note, staff_message, feedback_requested_at, partner_feedback, feedback_submitted_at } = promotion;
  if (!partner_note && !staff_message && !partner_feedback) return null;
  return (
    <Stack gap="s">
      {partner_note && <Said who="Partner’s note" text={partner_note} />}
      {staff_message && (
        <Said
          who={author ? `Our message, by ${author}` : 'Our message'}
          at={message?.at ?? feedback_requested_at}
          text={staff_message}
          ours
        />
      )}
      {partner_feedback && <Said who="Partner’s answer" at={feedback_submitted_at} text={partner_feedback} />}
    </Stack>
  );
}

type SaidProps = { who: string; at?: string | null; text: string; ours?: boolean };

const Said = ({ who, at = null, text, ours = false }: SaidProps) => (
  <div className={classes.said} data-ours={ours}>
    <p className={classes.who}>
      <strong>{who}</strong> {at && <InstantText at={at} />}
    </p>
    <Paragraphs text={text} />
  </div>
);

/** The blurb for the newsletter, and the book's description. */
export const BookTexts = ({ book, blurb }: { book: Book; blurb: string | null }) => (
  <div className={classes.words}>
    <p className={classes.blurb}>
      {blurb || book.blurb || 'No blurb. The newsletter will use the start of the description.'}
    </p>
    <Description book={book} />
  </div>
);

export const Description = ({ book }: { book: Book }) => (
  <details className={classes.description}>
    <summary>Description</summary>
    <Paragraphs text={book.description} />
  </details>
);

/** 'closes in 21 h'; in days if at least two are left, and in minutes during the last hour. */
export function closesInText(ms_left: number) {
  if (ms_left >= 2 * DAY_MS) return `closes in ${Math.floor(ms_left / DAY_MS)} d`;
  if (ms_left >= HOUR_MS) return `closes in ${Math.floor(ms_left / HOUR_MS)} h`;
  return `closes in ${Math.max(1, Math.floor(ms_left / MINUTE_MS))} min`;
}
