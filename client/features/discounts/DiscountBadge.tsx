import classes from '#client/ui/StatusBadge.module.css';
import type { DiscountState } from './discount-labels.ts';

const TONES: Record<DiscountState, string> = {
  active: 'good',
  scheduled: 'wait',
  ended: 'off',
  'used up': 'off',
  disabled: 'off',
};

/** The state of the code; the color only repeats the word. */
export const DiscountBadge = ({ state }: { state: DiscountState }) => (
  <span className={classes.badge} data-tone={TONES[state]}>
    {state}
  </span>
);
