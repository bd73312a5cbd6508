import type { DisplayStatus } from '#shared/status.ts';
import classes from './StatusBadge.module.css';

type Tone = 'good' | 'wait' | 'act' | 'bad' | 'off';

const TONES: Record<DisplayStatus, Tone> = {
  'payment failed': 'bad',
  cancelled: 'off',
  declined: 'off',
  'awaiting payment': 'act',
  'successfully sent': 'good',
  'unable to send': 'bad',
  'awaiting review': 'wait',
  'awaiting partner feedback': 'act',
  'feedback submitted': 'wait',
  'awaiting promotion date': 'good',
};

/** A promotion's display status. The color only repeats the words. */
export const StatusBadge = ({ status }: { status: DisplayStatus }) => (
  <span className={classes.badge} data-tone={TONES[status]}>
    {status}
  </span>
);
