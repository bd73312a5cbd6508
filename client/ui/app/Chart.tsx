import classes from './Chart.module.css';

export type Series = { name: string; label: string };
type Props = {
  series: readonly Series[];
  /** One bar each, its parts in the order of `series`. */
  bars: readonly { label: string; parts: readonly number[] }[];
};

const HEIGHT = 100;

/** Stacked bars from left to right. It is hidden from screen readers: show the same in a table beside it. */
export function StackedBars({ series, bars }: Props) {
  const totals = bars.map(({ parts }) => sum(parts));
  const highest = Math.max(1, ...totals);
  const step = 100 / Math.max(bars.length, MIN_BARS);
  return (
    <div aria-hidden="true" className={classes.figure}>
      <ul className={classes.legend}>
        {series.map(({ name, label }, position) => (
          <li key={name} data-series={position}>
            {label}
          </li>
        ))}
      </ul>
      <span className={classes.top}>{highest.toLocaleString('en-US')}</span>
      <svg aria-hidden="true" viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" className={classes.chart}>
        {bars.map(({ label, parts }, bar) => (
          <g key={label}>
            <title>{`${label}: ${sum(parts)}`}</title>
            {parts.map((part, position) => (
              <rect
                key={series[position]?.name}
                data-series={position}
                x={step * (bar + 0.1)}
                width={step * 0.8}
                y={HEIGHT - (sum(parts.slice(0, position + 1)) / highest) * HEIGHT}
                height={(part / highest) * HEIGHT}
              />
            ))}
          </g>
        ))}
      </svg>
      <span className={classes.ends}>
        <span>{bars[0]?.label}</span>
        {bars.length > 1 && <span>{bars.at(-1)?.label}</span>}
      </span>
    </div>
  );
}

/** Fewer bars leave the right side empty instead of growing as broad as the chart. */
const MIN_BARS = 12;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

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
