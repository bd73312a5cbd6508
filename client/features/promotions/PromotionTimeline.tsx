import { InstantText } from '#client/ui/DateText.tsx';
import type { Promotion } from '#shared/promotions.ts';
import { reasonText } from '#shared/reasons.ts';
import classes from './PromotionTimeline.module.css';

type Event = NonNullable<Promotion['events']>[number];
type Props = {
  events: readonly Event[];
  /** The page's names for the kinds of actors, such as 'You' for the partner. */
  actors: Record<Event['actor'], string>;
};

/** The events of a promotion, oldest first. */
export const PromotionTimeline = ({ events, actors }: Props) => (
  <ol className={classes.timeline}>
    {events.map((event) => (
      <li key={event.id}>
        <strong>{eventTitle(event)}</strong>
        <p className={classes.when}>
          {event.actor_name ?? actors[event.actor]} · <InstantText at={event.at} />
        </p>
        {event.reason && <p className={classes.reason}>{reasonText(event.reason)}</p>}
      </li>
    ))}
  </ol>
);

const ACTIONS: Record<string, string> = {
  submit: 'Submitted',
  edit: 'Changed',
  accept_changes: 'Changes approved',
  keep_approved: 'Approved version kept',
  ask_about_changes: 'Question about changes',
  correct_store_link: 'Store link corrected',
  approve: 'Approved',
  reject: 'Declined',
  ask_feedback: 'Feedback requested',
  submit_feedback: 'Feedback received',
  propose_date: 'Another date proposed',
  confirm_date: 'Date confirmed',
  pass_date: 'Newsletter closed without a decision',
  reopen: 'Reopened',
  cancel: 'Canceled',
  cancel_approved: 'Canceled',
  freeze: 'Newsletter closed, slot confirmed',
  send: 'Sent to readers',
  fail_to_send: 'Not sent',
  settle: 'Clicks counted and invoice issued',
  refund: 'Refund',
  dispute: 'Charge questioned by the bank',
  dispute_closed: 'Dispute closed',
};

const CHARGE_RESULTS: Record<string, string> = {
  'payment failed': 'Payment failed',
  'awaiting payment': 'No charge attempted',
};

/** A short title of the event. The title of a charge depends on its result. */
export function eventTitle({ action, to }: { action: string; to: string }) {
  if (action === 'charge') return CHARGE_RESULTS[to] ?? 'Charge succeeded';
  return ACTIONS[action] ?? action.replaceAll('_', ' ');
}
