/** Calendar arithmetic: months, weeks, and moves by key. */
import { addDays, parseDate } from '#shared/dates.ts';

/** 'YYYY-MM' of a date. */
export const monthOf = (date: string) => date.slice(0, 7);

/** Adds months to 'YYYY-MM'; a negative number subtracts. */
export function addMonths(month: string, months: number) {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

/** A month's days in weeks from Sunday to Saturday, null for cells outside the month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = parseDate(`${month}-01`);
  const before = Array.from({ length: first.getUTCDay() }, () => null);
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const days = Array.from({ length }, (_, day) => addDays(`${month}-01`, day));
  const cells = [...before, ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  return weeks.map((week) => [...week, ...Array.from({ length: 7 - week.length }, () => null)]);
}

/**
 * Up to `weeks` weeks from Sunday to Saturday, beginning with the one that contains `day`. Days outside the bounds are
 * null, and weeks that are completely outside are left out.
 */
export function weeksFrom(day: string, weeks: number, { first, last }: { first: string; last: string }) {
  const sunday = addDays(day, -parseDate(day).getUTCDay());
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const date = addDays(sunday, week * 7 + weekday);
      return date < first || date > last ? null : date;
    }),
  ).filter((week) => week.some(Boolean));
}

/** The day that a key moves to, limited to the bounds, or null for other keys. */
export function moveDayByKey(key: string, date: string, { first, last }: { first: string; last: string }) {
  const weekday = parseDate(date).getUTCDay();
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
    PageUp: -28,
    PageDown: 28,
  };
  const step = steps[key];
  if (step === undefined) return null;
  const next = addDays(date, step);
  if (next < first) return first;
  return next > last ? last : next;
}
