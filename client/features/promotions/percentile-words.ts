import type { LastPromotionPercentile } from '#shared/promotions.ts';

/** Below it, a percentage would say more than so few results can. */
const MIN_FOR_PERCENT = 20;

type Result = Pick<LastPromotionPercentile, 'percentile' | 'sample_size' | 'below'>;
type Comparison = NonNullable<LastPromotionPercentile['comparison']>;

/** 'Better than 4 of 6 other discounted Mystery promotions in the year before.' */
export const percentileWords = (result: Result, { price_type, category_name }: Comparison) =>
  `Better than ${shareText(result)} other ${price_type} ${category_name} promotions in the year before.`;

/** 'better than 4 of 6 similar ones' */
export const percentileShort = (result: Result) => `better than ${shareText(result)} similar ones`;

/** '4 of 6' or '71%', for the gauge. */
export const percentileLabel = (result: Result) =>
  result.sample_size < MIN_FOR_PERCENT ? shareText(result) : `${result.percentile}%`;

const shareText = ({ percentile, sample_size, below }: Result) =>
  sample_size < MIN_FOR_PERCENT
    ? `${below} of ${sample_size}`
    : below === sample_size
      ? `all ${sample_size}`
      : `${percentile}% of ${sample_size}`;

/** Whose last promotion it was: the book's, else the author's, else any of the partner's. */
export const basisWords = ({ basis }: Pick<LastPromotionPercentile, 'basis'>) =>
  basis === 'book'
    ? 'The last promotion of this book'
    : basis === 'author'
      ? "The author's last promotion"
      : 'Your last promotion';
