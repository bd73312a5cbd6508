import classes from './BarChart.module.css';
import { barsOf } from './chart.ts';

type Props = { title: string; points: readonly { label: string; value: number }[] };

/** A drawing of what the table beside it says; those who cannot see it have the table. */
export function BarChart({ title, points }: Props) {
  const bars = barsOf(points);
  const highest = Math.max(0, ...points.map(({ value }) => value));
  return (
    <figure className={classes.figure}>
      <figcaption>{title}</figcaption>
      {bars.length === 0 ? (
        <p className={classes.none}>Not enough data</p>
      ) : (
        <div className={classes.box} aria-hidden="true">
          <span className={classes.top}>{highest.toLocaleString('en-US')}</span>
          <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className={classes.chart}>
            {bars.map(({ label, x, y, width, height }) => (
              <rect key={label} x={x} y={y} width={width} height={height} />
            ))}
          </svg>
          <span className={classes.ends}>
            <span>{bars[0]?.label}</span>
            <span>{bars.at(-1)?.label}</span>
          </span>
        </div>
      )}
    </figure>
  );
}
