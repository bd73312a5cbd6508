/**
 * Results of other partners in the same category, as percentiles that don't reveal any single partner's results. See
 * docs/decisions/0135-compare-results-by-partner.md.
 */
import { Prisma } from '#prisma';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { MIN_SAMPLE, YEAR_DAYS } from '#server/promotions/percentile.ts';
import { addDays } from '#shared/dates.ts';
import { quartiles, type ResultFigures } from '#shared/result-figures.ts';
import type { PromotionResults } from '#shared/results.ts';
import { type SettledResult, settledResults } from './settled.ts';

type ComparedFigure = 'return_ratio' | 'cost_per_sale_cents' | 'read_through';

/** Rounded to these steps, so that no partner's own value can be recognized. */
const STEPS: Record<ComparedFigure, number> = { return_ratio: 0.1, cost_per_sale_cents: 10, read_through: 1 };

/** Maximum number of results compared in one category; the oldest are left out. */
const MAX_COMPARED = 1000;

/**
 * Compares with other partners only: a partner who could change one of the values would learn about the others. Each
 * partner counts once, so that a partner with many promotions doesn't decide the median.
 */
export async function compareResults(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { category_id, partner_id }: { category_id: number; partner_id: number },
): Promise<Omit<PromotionResults['comparison'], 'category_name'>> {
  const from = addDays(vancouverTime(now()).date, -YEAR_DAYS);
  const others = Prisma.sql`p.category_id = ${category_id} and p.partner_id <> ${partner_id} and p.promotion_date >= ${from}::date`;
  const results = await settledResults(db, others, MAX_COMPARED);
  const byPartner = [...Map.groupBy(results, (result) => result.partner_id).values()];
  return {
    return_ratio: rangeOf(byPartner, 'return_ratio'),
    cost_per_sale_cents: rangeOf(byPartner, 'cost_per_sale_cents'),
    read_through: rangeOf(byPartner, 'read_through'),
  };
}

function rangeOf(byPartner: readonly (readonly SettledResult[])[], figure: ComparedFigure) {
  const values = byPartner.flatMap((results) => {
    const partnerValues = results.flatMap(({ figures }: { figures: ResultFigures }) => figures[figure] ?? []);
    return partnerValues.length ? [quartiles(partnerValues).median] : [];
  });
  if (values.length < MIN_SAMPLE) return null;
  const { low, median, high } = quartiles(values);
  const round = (value: number) => Number((Math.round(value / STEPS[figure]) * STEPS[figure]).toFixed(1));
  return { low: round(low), median: round(median), high: round(high) };
}
