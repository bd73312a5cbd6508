import classes from '#client/ui/StatusBadge.module.css';
import type { DiscountState } from './discount-words.ts';

const TONES: Record<DiscountState, string> = {
  active: 'good',
  scheduled: 'wait',
  ended: 'off',
  'used up': 'off',
  disabled: 'off',
};

/** Whether the code may be used now; the colour only repeats the word. */
export const DiscountBadge = ({ state }: { state: DiscountState }) => (
  <span className={classes.badge} data-tone={TONES[state]}>
    {state}
  </span>
);
