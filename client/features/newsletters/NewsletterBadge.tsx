import classes from '#client/ui/StatusBadge.module.css';
import type { Newsletter } from '#shared/newsletters.ts';

const TONES: Record<Newsletter['status'], string> = {
  draft: 'wait',
  frozen: 'act',
  sending: 'act',
  sent: 'good',
  failed: 'bad',
  cancelled: 'off',
};

/** A newsletter's status; the color only repeats the word. */
export const NewsletterBadge = ({ status }: Pick<Newsletter, 'status'>) => (
  <span className={classes.badge} data-tone={TONES[status]}>
    {status}
  </span>
);

/** Marks a newsletter that a restore holds. */
export const HeldMark = () => (
  <span className={classes.badge} data-tone="bad">
    held
  </span>
);

/** The edition for weekly readers, in addition to the daily one of the same Saturday. */
export const WeeklyMark = () => (
  <span className={classes.badge} data-tone="off">
    weekly edition
  </span>
);
