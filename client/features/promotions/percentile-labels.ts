import type { LastPromotionPercentile } from '#shared/promotions.ts';

/** The smallest sample for which a percentage is meaningful. */
const MIN_SAMPLE_FOR_PERCENT = 20;

type Result = Pick<LastPromotionPercentile, 'percentile' | 'sample_size' | 'below'>;
type Comparison = NonNullable<LastPromotionPercentile['comparison']>;

/**
 * 'Top 29% of 20 similar discounted Mystery promotions in the past year.' in the upper half of a large sample. Otherwise
 * 'Ahead of 4 of 6 …' (small sample), 'Ahead of 40% of 30 …' (lower half), 'Not ahead of any of 14 …', or 'Ahead of all
 * 45 …'.
 */
export const percentileWords = (result: Result, { price_type, category_name }: Comparison) =>
  `${rankText(result)} similar ${price_type} ${category_name} promotions in the past year.`;

/** 'ahead of 4 of 6 similar promotions' */
export const percentileShort = (result: Result) => `${aheadText(result)} similar promotions`;

/** '4 of 6' or '71%', for the gauge. */
export const percentileLabel = (result: Result) =>
  result.sample_size < MIN_SAMPLE_FOR_PERCENT ? shareText(result) : `${result.percentile}%`;

function rankText(result: Result) {
  const { percentile, sample_size } = result;
  const isRanked = sample_size >= MIN_SAMPLE_FOR_PERCENT && percentile !== null && percentile >= 50 && percentile < 100;
  return isRanked ? `Top ${100 - percentile}% of ${sample_size}` : capitalized(aheadText(result));
}

/** Says 'not ahead of any' rather than 'last', because the other results may be equal. */
const aheadText = (result: Result) =>
  result.below === 0
    ? `not ahead of any of ${result.sample_size}`
    : result.below === result.sample_size
      ? `ahead of all ${result.sample_size}`
      : `ahead of ${shareText(result)}`;

const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1);

const shareText = ({ sample_size, below }: Result) =>
  sample_size < MIN_SAMPLE_FOR_PERCENT
    ? `${below} of ${sample_size}`
    : below === sample_size
      ? `all ${sample_size}`
      : `${Math.min(99, Math.max(1, Math.round((100 * below) / sample_size)))}% of ${sample_size}`;

/** Names the promotion that was ranked: the last one of the book, the author, or the partner. */
export const basisWords = ({ basis }: Pick<LastPromotionPercentile, 'basis'>) =>
  basis === 'book'
    ? 'The last promotion of this book'
    : basis === 'author'
      ? 'The author’s last promotion'
      : 'Your last promotion';
