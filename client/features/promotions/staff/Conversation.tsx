import { InstantText } from '#client/ui/DateText.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import type { Promotion } from '#shared/promotions.ts';
import classes from './Conversation.module.css';

/** The partner's note, the staff's message and the partner's answer. */
export function Conversation({ promotion }: { promotion: Promotion }) {
  const { partner_note, staff_message, feedback_requested_at, partner_feedback, feedback_submitted_at } = promotion;
  if (!partner_note && !staff_message && !partner_feedback) return null;
  return (
    <div className={classes.talk}>
      {partner_note && <Said who="Partner’s note" text={partner_note} />}
      {staff_message && <Said who="Our message" at={feedback_requested_at} text={staff_message} ours />}
      {partner_feedback && <Said who="Partner’s answer" at={feedback_submitted_at} text={partner_feedback} />}
    </div>
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
