import classes from './Dashboard.module.css';

const STEP = 12;
const HEIGHT = 56;

/** Billable clicks of the last promotions as small bars, oldest first. The numbers stand in the list below. */
export function ClickBars({ clicks }: { clicks: readonly number[] }) {
  const most = Math.max(1, ...clicks);
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${clicks.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Billable clicks of the last ${clicks.length} promotions, oldest first: ${clicks.join(', ')}`}
    >
      {clicks.map((count, position) => {
        const height = Math.max(1, (count / most) * HEIGHT);
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity but their place
        return <rect key={position} x={position * STEP + 1} y={HEIGHT - height} width={STEP - 2} height={height} />;
      })}
    </svg>
  );
}
