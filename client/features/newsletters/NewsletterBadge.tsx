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

/** Marks a newsletter that is held after a restore. */
export const HeldBadge = () => (
  <span className={classes.badge} data-tone="bad">
    held
  </span>
);

/** Marks a Saturday's newsletter for weekly readers, which is sent in addition to the daily one. */
export const WeeklyBadge = () => (
  <span className={classes.badge} data-tone="off">
    weekly edition
  </span>
);
