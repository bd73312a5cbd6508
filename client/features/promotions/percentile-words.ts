import type { LastPromotionPercentile } from '#shared/promotions.ts';

/** 'Better than 71 of 100 comparable promotions (7 compared).' */
export function percentileWords(percentile: number, sample_size: number) {
  const compared = `${sample_size} compared`;
  if (percentile >= 100) return `Better than every comparable promotion (${compared}).`;
  if (percentile <= 0) return `Below every comparable promotion (${compared}).`;
  return `Better than ${percentile} of 100 comparable promotions (${compared}).`;
}

/** 'better than 71 of 100' */
export function percentileShort(percentile: number) {
  if (percentile >= 100) return 'better than all comparable ones';
  return percentile <= 0 ? 'below all comparable ones' : `better than ${percentile} of 100 comparable ones`;
}

/** Whose last promotion it was: the book's, else the author's, else any of the partner's. */
export const basisWords = ({ basis }: Pick<LastPromotionPercentile, 'basis'>) =>
  basis === 'book'
    ? 'The last promotion of this book'
    : basis === 'author'
      ? "The author's last promotion"
      : 'Your last promotion';
