import type { ReactNode } from 'react';
import classes from './ChartFrame.module.css';

type Props = {
  highest: number;
  viewBox: string;
  first: string | undefined;
  last: string | undefined;
  children: ReactNode;
};

/** A frame for a chart's bars: the highest value above, the first and last label below. */
export const ChartFrame = ({ highest, viewBox, first, last, children }: Props) => (
  <>
    <span className={classes.top}>{highest.toLocaleString('en-US')}</span>
    <svg aria-hidden="true" viewBox={viewBox} preserveAspectRatio="none" className={classes.chart}>
      {children}
    </svg>
    <span className={classes.ends}>
      <span>{first}</span>
      <span>{last}</span>
    </span>
  </>
);
