/**
 * Newsletter dates are calendar days, 'YYYY-MM-DD', without a time zone; nothing here reads the clock. Instants and the
 * business zone belong to server/platform/clock.ts.
 */
import { BUSINESS_ZONE } from './business.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';

export const isCalendarDate = (text: string) =>
  // Postgres has no year 0.
  /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dateText(dateOf(text)) === text;

/** The value of a `date` column for a day: midnight UTC. */
export const dateOf = (text: string) => new Date(`${text}T00:00:00.000Z`);

/** A `date` column's value (midnight UTC) as 'YYYY-MM-DD'. */
export const dateText = (date: Date) => date.toISOString().slice(0, 10);

export const addDays = (text: string, days: number) => dateText(new Date(dateOf(text).getTime() + days * DAY_MS));

/** Whole days from one date to another; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string) =>
  Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / DAY_MS);

const instantFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/**
 * British Columbia has used UTC−7 all year since this instant; older zone data are an hour off after it
 * (docs/decisions/0002-vancouver-time-rule.md).
 */
export const PERMANENT_UTC_MINUS_7_FROM = Date.UTC(2026, 10, 1, 9);

const zoneFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: BUSINESS_ZONE,
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** 'Nov 21, 2026, 10:00 AM Pacific Time', correct even in browsers with old zone data. */
export function formatInstant(iso: string) {
  const instant = new Date(iso);
  const text =
    instant.getTime() >= PERMANENT_UTC_MINUS_7_FROM
      ? instantFormat.format(new Date(instant.getTime() - 7 * HOUR_MS))
      : zoneFormat.format(instant);
  return `${text} Pacific Time`;
}
