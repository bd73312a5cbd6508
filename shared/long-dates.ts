import { parseDate } from './dates.ts';

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const ordinal = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ENDINGS: { [rule: string]: string } = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

const shortDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** 'Fri, Dec 4' */
export const formatShortDay = (text: string) => shortDay.format(parseDate(text));

/**
 * 'Saturday November 21st, 2026' (date-fns 'EEEE LLLL do, y'). Hand-written because date-fns would add 5 kB to public
 * pages.
 */
export function formatDate(text: string) {
  const date = parseDate(text);
  const day = date.getUTCDate();
  return `${weekday.format(date)} ${month.format(date)} ${day}${ENDINGS[ordinal.select(day)]}, ${date.getUTCFullYear()}`;
}
