/** Months as calendars show them. */
import { addDays, dateOf } from '#shared/dates.ts';

/** 'YYYY-MM' of a date. */
export const monthOf = (date: string) => date.slice(0, 7);

/** The month that many months later; 'YYYY-MM'. */
export function addMonths(month: string, months: number) {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

/** A month's days in weeks from Sunday to Saturday, null beside the month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = dateOf(`${month}-01`);
  const before = Array.from({ length: first.getUTCDay() }, () => null);
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const days = Array.from({ length }, (_, day) => addDays(`${month}-01`, day));
  const cells = [...before, ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  return weeks.map((week) => [...week, ...Array.from({ length: 7 - week.length }, () => null)]);
}

/** The day that a key moves to, as in every calendar; null for other keys. Stays between the two bounds. */
export function dayAfterKey(key: string, date: string, { first, last }: { first: string; last: string }) {
  const weekday = dateOf(date).getUTCDay();
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
  return next < first ? first : next > last ? last : next;
}
