/** The fewest comparable results that a result is ranked among. */
export const MIN_SAMPLE = 5;
/** Results are compared with those of the year before them. */
export const YEAR_DAYS = 365;

/**
 * Rank of a result among comparable ones: 100 × (below + half of the equal ones) / all, as an integer, or null for
 * fewer than `MIN_SAMPLE`.
 */
export const percentileOf = ({ below, equal, sample_size }: { below: number; equal: number; sample_size: number }) =>
  sample_size < MIN_SAMPLE ? null : Math.round((100 * (below + 0.5 * equal)) / sample_size);

/** Billable clicks per 1,000 delivered emails; 0 when none was delivered. */
export const clicksPerThousand = (clicks: number, delivered: number) => (delivered ? (1000 * clicks) / delivered : 0);
