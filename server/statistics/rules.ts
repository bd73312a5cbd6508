import { MIN_PROMOTIONS } from '#shared/statistics.ts';

/** A rounded median or quartile, or null for too few promotions. */
export const roundIfEnough = (figure: number | null, sample_size: number) =>
  figure === null || sample_size < MIN_PROMOTIONS ? null : Math.round(figure);

/** The first days of the last `count` months, oldest first: '2026-11-01'. */
export function lastMonths(date: string, count: number) {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return Array.from({ length: count }, (_, i) => {
    const months = year * 12 + (month - 1) - (count - 1 - i);
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
  });
}
