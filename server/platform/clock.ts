/**
 * The only reader of the system time, and the server's conversions between instants and Vancouver dates.
 *
 * British Columbia stopped changing its clocks: since 2026-11-01, Vancouver is UTC−7 all year. Older zone data (Node
 * 20's, Debian's 2025b) are an hour off in winter, so this rule is built in here and in shared/dates.ts, which formats
 * instants. Only earlier instants use the zone data. See docs/decisions/0002-vancouver-time-rule.md.
 */
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { BUSINESS_ZONE, CUTOFF_HOUR } from '#shared/business.ts';
import { addDays, PERMANENT_UTC_MINUS_7_FROM } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';

export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/**
 * A clock that can be set and then continues at the normal pace (the demo's), or stands still with `frozen` (the
 * tests').
 */
export type SettableClock = Clock & { set(instant: Date): void };

export function settableClock(start?: Date, { frozen = false } = {}): SettableClock {
  let offset = start ? start.getTime() - Date.now() : 0;
  let fixed = start ?? new Date();
  return {
    now: () => (frozen ? new Date(fixed) : new Date(Date.now() + offset)),
    set: (instant) => {
      offset = instant.getTime() - Date.now();
      fixed = instant;
    },
  };
}

/** Vancouver's calendar date and hour at an instant. */
export function vancouverTime(instant: Date) {
  const [date, hour] =
    instant.getTime() >= PERMANENT_UTC_MINUS_7_FROM
      ? splitIso(new Date(instant.getTime() - 7 * HOUR_MS).toISOString())
      : splitIso(zoneIso(instant));
  return { date, hour: Number(hour) };
}

const zoneFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: BUSINESS_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** '2026-03-08 09:30:00' in Vancouver, by the runtime's zone data. */
const zoneIso = (instant: Date) => zoneFormat.format(instant);

const splitIso = (iso: string): [string, string] => [iso.slice(0, 10), iso.slice(11, 13)];

/** SQL for Vancouver's date at an instant. Postgres's zone data may lack the rule, too. */
export const vancouverDaySql = (instant: string) =>
  `(case when ${instant} >= '${new Date(PERMANENT_UTC_MINUS_7_FROM).toISOString()}' then ${instant} at time zone '-07:00'::interval
    else ${instant} at time zone '${BUSINESS_ZONE}' end)::date`;

/** The date of the newsletter that is still open: today in Vancouver before 10:00, and tomorrow from then on. */
export function businessDate(instant: Date) {
  const { date, hour } = vancouverTime(instant);
  return hour >= CUTOFF_HOUR ? addDays(date, 1) : date;
}

/** The instant at which Vancouver's clocks show that hour and minute on that date. */
export function vancouverInstant(date: string, hour: number, minute = 0) {
  const permanent = new Date(Date.parse(`${date}T00:00:00Z`) + (hour + 7) * HOUR_MS + minute * 60_000);
  if (permanent.getTime() >= PERMANENT_UTC_MINUS_7_FROM) return permanent;
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return fromZonedTime(`${date}T${twoDigits(hour)}:${twoDigits(minute)}:00`, BUSINESS_ZONE);
}

/** The instant at which that date's newsletter closes. */
export const cutoffOf = (date: string) => vancouverInstant(date, CUTOFF_HOUR);

export const nextCutoff = (instant: Date) => cutoffOf(businessDate(instant));

/** True if the runtime's zone data include the rule of 2026-11-01. */
export const isZoneDataCurrent = () => zoneIso(new Date('2026-12-15T17:00:00Z')) === '2026-12-15 10:00:00';
