import { formatCents } from '#shared/money.ts';
import type { ResultFigures } from '#shared/result-figures.ts';
import type { PromotionResults } from '#shared/results.ts';

/** '$2.40 back for each $1' */
export const headlineOf = ({ return_ratio, revenue_cents }: ResultFigures) =>
  return_ratio === null
    ? `${formatCents(revenue_cents)} back, and the promotion cost nothing`
    : `${formatCents(return_ratio * 100)} back for each $1`;

/** The middle half of others' results, for each figure with enough of them. */
export function comparisonTexts({ return_ratio, cost_per_sale_cents, read_through }: PromotionResults['comparison']) {
  const texts: string[] = [];
  const add = (
    range: PromotionResults['comparison']['return_ratio'],
    label: string,
    format: (value: number) => string,
  ) => {
    if (range)
      texts.push(`${label}: ${format(range.median)} (middle half ${format(range.low)} to ${format(range.high)})`);
  };
  add(return_ratio, 'Return', (ratio) => `${ratio.toFixed(1)}x`);
  add(cost_per_sale_cents, 'Cost per sale', formatCents);
  add(read_through, 'Read-through for 100 copies', String);
  return texts;
}
