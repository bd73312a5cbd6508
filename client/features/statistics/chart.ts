/** Bars of a chart in a box of 100 × 100; everything is computed here, so that the server can draw it. */
export type Bar = { label: string; value: number; x: number; y: number; width: number; height: number };

const GAP = 0.25;

/** Upright bars from left to right; the highest fills the box. Empty without a value over zero. */
export function barsOf(points: readonly { label: string; value: number }[]): Bar[] {
  const highest = Math.max(0, ...points.map(({ value }) => value));
  if (highest === 0) return [];
  const step = 100 / points.length;
  return points.map(({ label, value }, position) => {
    const height = round((value / highest) * 100);
    return {
      label,
      value,
      x: round(step * (position + GAP / 2)),
      y: round(100 - height),
      width: round(step * (1 - GAP)),
      height,
    };
  });
}

const round = (value: number) => Math.round(value * 100) / 100;

const month = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/** '2026-11' → 'Nov 2026'. */
export const monthText = (text: string) => month.format(new Date(`${text}-01T00:00:00.000Z`));
