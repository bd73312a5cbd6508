/** Months in UTC, such as '2026-12', by which clicks are partitioned and archived. */
export type Month = string;

export const startOf = (month: Month) => `${month}-01T00:00:00.000Z`;
export const monthOf = (instant: Date): Month => instant.toISOString().slice(0, 7);
export const nextMonth = (month: Month) => addMonths(month, 1);
export const monthBefore = (month: Month) => addMonths(month, -1);

function addMonths(month: Month, months: number): Month {
  const start = new Date(startOf(month));
  return monthOf(new Date(start.setUTCMonth(start.getUTCMonth() + months)));
}
