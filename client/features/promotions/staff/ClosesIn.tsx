import { useMsLeft } from '#client/ui/Countdown.tsx';
import { formatInstant } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { Promotion } from '#shared/promotions.ts';
import classes from './ClosesIn.module.css';
import { closingText } from './closing.ts';

const URGENT_MS = 24 * HOUR_MS;

/** How long staff have until the last newsletter closes that the partner named; nothing once it is decided. */
export const ClosesIn = ({ promotion: { closes_at, open_dates } }: { promotion: Promotion }) =>
  closes_at && <Closing at={closes_at} isClosed={open_dates.length === 0} />;

function Closing({ at, isClosed }: { at: string; isClosed: boolean }) {
  const left = useMsLeft(at);
  const isOver = isClosed || left <= 0;
  return (
    <time dateTime={at} title={formatInstant(at)} className={classes.closes} data-urgent={isOver || left < URGENT_MS}>
      {isOver ? 'closed' : closingText(left)}
    </time>
  );
}
