/**
 * Newsletter dates are calendar days, 'YYYY-MM-DD', without a time zone. Nothing here reads the clock;
 * server/platform/clock.ts does.
 */
import { BUSINESS_ZONE } from './business.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';

export const isCalendarDate = (text: string) =>
  // Postgres has no year 0.
  /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && toIsoDate(parseDate(text)) === text;

/** Parses a day to the value of a `date` column: midnight UTC. */
export const parseDate = (text: string) => new Date(`${text}T00:00:00.000Z`);

/** Formats a `date` column's value (midnight UTC) as 'YYYY-MM-DD'. */
export const toIsoDate = (date: Date) => date.toISOString().slice(0, 10);

export const addDays = (text: string, days: number) => toIsoDate(new Date(parseDate(text).getTime() + days * DAY_MS));

/** Whole days from one date to another; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string) =>
  Math.round((parseDate(to).getTime() - parseDate(from).getTime()) / DAY_MS);

const utcFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/**
 * Since this instant, British Columbia has used UTC−7 all year. Browsers with older time zone data are an hour off in
 * winter (docs/decisions/0002-vancouver-time-rule.md).
 */
export const PERMANENT_UTC_MINUS_7_FROM = Date.UTC(2026, 10, 1, 9);

const pacificFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: BUSINESS_ZONE,
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** 'Nov 21, 2026, 10:00 AM Pacific Time', correct even in browsers with old zone data. */
export function formatInstant(iso: string) {
  const instant = new Date(iso);
  const text =
    instant.getTime() >= PERMANENT_UTC_MINUS_7_FROM
      ? utcFormat.format(new Date(instant.getTime() - 7 * HOUR_MS))
      : pacificFormat.format(instant);
  return `${text} Pacific Time`;
}

/** Vancouver's calendar day of an instant, correct even in browsers with old zone data. */
export function vancouverDate(iso: string): string {
  const instant = new Date(iso);
  return instant.getTime() >= PERMANENT_UTC_MINUS_7_FROM
    ? toIsoDate(new Date(instant.getTime() - 7 * HOUR_MS))
    : dayFormat.format(instant);
}

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: BUSINESS_ZONE, dateStyle: 'short' });

const SATURDAY = 6;

/** True for the date of a weekly newsletter. */
export const isWeeklyDate = (date: string) => parseDate(date).getUTCDay() === SATURDAY;
