import { dateOf } from './dates.ts';

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const ordinal = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ENDINGS: { [rule: string]: string } = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** 'Saturday November 21st, 2026' (spec §9: 'EEEE LLLL do, y'). date-fns weighs 5 kB on a phone for this one sentence. */
export function formatDate(text: string) {
  const date = dateOf(text);
  const day = date.getUTCDate();
  return `${weekday.format(date)} ${month.format(date)} ${day}${ENDINGS[ordinal.select(day)]}, ${date.getUTCFullYear()}`;
}
