import classes from './Chart.module.css';

const ARC = 'M 12 90 A 78 78 0 0 1 168 90';

/** A half circle filled to `percent`, with the label in it. */
export const Gauge = ({ percent, label }: { percent: number; label: string }) => (
  <svg aria-hidden="true" viewBox="0 0 180 100" className={classes.gauge}>
    <path d={ARC} pathLength={100} />
    <path d={ARC} pathLength={100} strokeDasharray={`${percent} 100`} />
    <text x="90" y="84">
      {label}
    </text>
  </svg>
);
