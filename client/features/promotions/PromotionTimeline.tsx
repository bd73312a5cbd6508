import { InstantText } from '#client/ui/DateText.tsx';
import type { Promotion } from '#shared/promotions.ts';
import { eventReason, eventTitle } from './event-words.ts';
import classes from './PromotionTimeline.module.css';

type Event = NonNullable<Promotion['events']>[number];
type Props = {
  events: readonly Event[];
  /** How the reader of the page calls each actor. */
  actors: Record<Event['actor'], string>;
};

/** What happened to a promotion, oldest first. */
export const PromotionTimeline = ({ events, actors }: Props) => (
  <ol className={classes.timeline}>
    {events.map((event) => (
      <li key={event.id}>
        <strong>{eventTitle(event)}</strong>
        <p className={classes.when}>
          {actors[event.actor]} · <InstantText at={event.at} />
        </p>
        {event.reason && <p className={classes.reason}>{eventReason(event)}</p>}
      </li>
    ))}
  </ol>
);
