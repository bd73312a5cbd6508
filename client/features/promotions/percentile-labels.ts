import type { LastPromotionPercentile } from '#shared/promotions.ts';

/** The smallest sample for which a percentage is meaningful. */
const MIN_SAMPLE_FOR_PERCENT = 20;

type Result = Pick<LastPromotionPercentile, 'percentile' | 'sample_size' | 'below'>;
type Comparison = NonNullable<LastPromotionPercentile['comparison']>;

/**
 * 'Top 29% of 20 similar discounted Mystery promotions from the year before it.' in the upper half of a large sample,
 * except for a percentile of 100. Otherwise 'Ahead of 4 of 6 …' (small sample), 'Ahead of 40% of 30 …' (large sample),
 * 'Not ahead of any of 14 …', or 'Ahead of all 45 …'.
 */
export const percentileText = (result: Result, { price_type, category_name }: Comparison) =>
  `${rankText(result)} similar ${price_type} ${category_name} promotions from the year before it.`;

/** 'ahead of 4 of 6 similar promotions' */
export const shortPercentileText = (result: Result) => `${aheadText(result)} similar promotions`;

/**
 * The gauge beside `percentileText`: the same figure as a percentage and as a label, '4 of 6' or '71%'. The figure can
 * differ from the percentile, which counts half of the equal results as behind this one.
 */
export function percentileGauge(result: Result) {
  const top = topPercent(result);
  const percent = top === null ? aheadPercent(result) : 100 - top;
  return { percent, label: result.sample_size < MIN_SAMPLE_FOR_PERCENT ? shareText(result) : `${percent}%` };
}

function rankText(result: Result) {
  const top = topPercent(result);
  return top === null ? capitalized(aheadText(result)) : `Top ${top}% of ${result.sample_size}`;
}

/** 29 for a percentile of 71; null in the lower half, in a small sample, and for 100, which would be "Top 0%". */
const topPercent = ({ percentile, sample_size }: Result) =>
  sample_size >= MIN_SAMPLE_FOR_PERCENT && percentile !== null && percentile >= 50 && percentile < 100
    ? 100 - percentile
    : null;

/** The percentage of results behind this one. Never 0 or 100 by rounding. */
function aheadPercent({ sample_size, below }: Result) {
  if (below === 0) return 0;
  if (below === sample_size) return 100;
  return Math.min(99, Math.max(1, Math.round((100 * below) / sample_size)));
}

/** Says 'not ahead of any' rather than 'last', because the other results may be equal. */
const aheadText = (result: Result) =>
  result.below === 0
    ? `not ahead of any of ${result.sample_size}`
    : result.below === result.sample_size
      ? `ahead of all ${result.sample_size}`
      : `ahead of ${shareText(result)}`;

const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1);

const shareText = (result: Result) =>
  result.sample_size < MIN_SAMPLE_FOR_PERCENT
    ? `${result.below} of ${result.sample_size}`
    : `${aheadPercent(result)}% of ${result.sample_size}`;

/** Names the promotion that was ranked: the last one of the book, the author, or the partner. */
export const percentileBasisText = ({ basis }: Pick<LastPromotionPercentile, 'basis'>) =>
  basis === 'book'
    ? 'The last promotion of this book'
    : basis === 'author'
      ? 'The author’s last promotion'
      : 'Your last promotion';
