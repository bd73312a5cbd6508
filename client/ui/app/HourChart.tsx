import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import classes from './HourChart.module.css';

type Axis = { title: string; ticks: readonly number[] };
type Props = {
  /** The chart's name for screen readers. */
  label: string;
  series: readonly { name: string; label: string }[];
  /** The hours so far, each with its parts in the order of `series` and the running total. */
  bars: readonly { title: string; parts: readonly number[]; sum: number }[];
  /** A second line to compare with: the usual running totals, at the end of each hour. */
  usual?: { label: string; sums: readonly number[] } | undefined;
  /** The number of hours on the time axis, including future ones. */
  hourCount: number;
  left: Axis;
  right: Axis;
  /** `place` is the hour of a tick, counted from 0. */
  bottom: { title: string; ticks: readonly { place: number; label: string }[] };
};

const HEIGHT = 100;

/**
 * Stacked bars by hour with a line for the running total, and axes on three sides. Arrow keys and the pointer choose an
 * hour, whose numbers are shown below and announced. Show the same numbers in a table next to it.
 */
export function HourChart({ label, series, bars, usual, hourCount, left, right, bottom }: Props) {
  const [chosen, setChosen] = useState(() => highestOf(bars));
  const current = Math.min(chosen, bars.length - 1);
  const text = bars[current] ? readoutOf(bars[current], series) + usualTotalText(usual?.sums[current]) : '';
  const step = 100 / hourCount;
  const top = left.ticks.at(-1)!;
  const topSum = right.ticks.at(-1)!;
  const moveTo = (hour: number) => setChosen(Math.max(0, Math.min(bars.length - 1, hour)));
  return (
    <figure className={classes.figure}>
      <ul className={classes.legend} aria-hidden="true">
        {series.map(({ name, label }, position) => (
          <li key={name} data-series={position}>
            {label}
          </li>
        ))}
        <li data-line>{right.title}</li>
        {usual && <li data-line="usual">{usual.label}</li>}
      </ul>
      <div className={classes.titles} aria-hidden="true">
        <span>{left.title}</span>
        <span>{right.title}</span>
      </div>
      <div className={classes.plot}>
        <Ticks ticks={left.ticks} side="left" />
        <div
          className={classes.field}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={current + 1}
          aria-valuetext={text}
          onKeyDown={(event) => moveByKey(event, current, bars.length, moveTo)}
          onPointerMove={(event) => moveTo(hourUnder(event, hourCount))}
          onPointerDown={(event) => moveTo(hourUnder(event, hourCount))}
        >
          <svg aria-hidden="true" viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none">
            {left.ticks.map((tick) => (
              <line key={tick} className={classes.grid} x1="0" x2="100" y1={y(tick, top)} y2={y(tick, top)} />
            ))}
            <rect className={classes.chosen} x={step * current} width={step} y="0" height={HEIGHT} />
            {bars.map(({ title, parts }, bar) => (
              <g key={title}>
                {parts.map((part, position) => (
                  <rect
                    key={series[position]?.name}
                    data-series={position}
                    x={step * (bar + 0.1)}
                    width={step * 0.8}
                    y={y(sumOf(parts.slice(0, position + 1)), top)}
                    height={(part / top) * HEIGHT}
                  />
                ))}
              </g>
            ))}
            {usual && (
              <polyline className={classes.usual} points={pointsOf(usual.sums.slice(0, hourCount), step, topSum)} />
            )}
            <polyline
              className={classes.line}
              points={pointsOf(
                bars.map(({ sum }) => sum),
                step,
                topSum,
              )}
            />
          </svg>
        </div>
        <Ticks ticks={right.ticks} side="right" />
        <div className={classes.bottom} aria-hidden="true">
          {bottom.ticks.map(({ place, label }) => (
            <span key={label} style={{ left: `${step * place}%` }}>
              {label}
            </span>
          ))}
        </div>
      </div>
      <p className={classes.bottomTitle} aria-hidden="true">
        {bottom.title}
      </p>
      <figcaption className={classes.readout} aria-hidden="true">
        {text}
      </figcaption>
    </figure>
  );
}

const Ticks = ({ ticks, side }: { ticks: readonly number[]; side: 'left' | 'right' }) => (
  <div className={classes.ticks} aria-hidden="true">
    {ticks.map((tick) => (
      <span key={tick} data-side={side} style={{ top: `${y(tick, ticks.at(-1)!)}%` }}>
        {tick.toLocaleString('en-US')}
      </span>
    ))}
  </div>
);

/** The points of a line from zero through the running total at the end of each hour. */
const pointsOf = (sums: readonly number[], step: number, top: number) =>
  [`0,${HEIGHT}`, ...sums.map((sum, hour) => `${step * (hour + 1)},${y(sum, top)}`)].join(' ');

const y = (value: number, top: number) => HEIGHT - (value / top) * HEIGHT;
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const highestOf = (bars: Props['bars']) => {
  const totals = bars.map(({ parts }) => sumOf(parts));
  return Math.max(0, totals.indexOf(Math.max(...totals)));
};

/** 'Nov 19, 2026, 11:00 AM Pacific Time: 7 clicks (Amazon 5, Kobo 2), 23 since sending' */
function readoutOf({ title, parts, sum }: Props['bars'][number], series: Props['series']) {
  const total = sumOf(parts);
  const counts = series.flatMap(({ label }, position) => (parts[position] ? [`${label} ${parts[position]}`] : []));
  const clicks = total === 1 ? '1 click' : `${total} clicks`;
  return `${title}: ${clicks}${counts.length ? ` (${counts.join(', ')})` : ''}, ${sum} since sending`;
}

const usualTotalText = (sum: number | undefined) => (sum === undefined ? '' : `, typically ${sum}`);

function hourUnder(event: PointerEvent<HTMLElement>, hourCount: number) {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return Math.floor(((event.clientX - left) / width) * hourCount);
}

const HOURS_PER_DAY = 24;

function moveByKey(event: KeyboardEvent, current: number, count: number, moveTo: (hour: number) => void) {
  const hour = {
    ArrowRight: current + 1,
    ArrowUp: current + 1,
    ArrowLeft: current - 1,
    ArrowDown: current - 1,
    PageUp: current + HOURS_PER_DAY,
    PageDown: current - HOURS_PER_DAY,
    Home: 0,
    End: count - 1,
  }[event.key];
  if (hour === undefined) return;
  event.preventDefault();
  moveTo(hour);
}
