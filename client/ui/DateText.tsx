import { formatInstant } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';

/** A calendar day, 'YYYY-MM-DD', as 'Saturday November 21st, 2026'. */
export const DateText = ({ date }: { date: string }) => <time dateTime={date}>{formatDate(date)}</time>;

/** An instant, ISO UTC, in Pacific Time. */
export const InstantText = ({ at }: { at: string }) => <time dateTime={at}>{formatInstant(at)}</time>;
