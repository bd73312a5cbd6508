/** Separate from long-dates.ts, which every public page loads. */
import { parseDate } from './dates.ts';

const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '2026-12-04' → 'December 2026' */
export const formatMonth = (date: string) => format.format(parseDate(date));
