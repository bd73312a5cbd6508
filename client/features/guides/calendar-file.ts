import { addDays } from '#shared/dates.ts';

/** `days` counts from the launch date; it's negative before the launch. */
export type CalendarEvent = { days: number; text: string };

const EVENT = /^(?:(\d+) (days?|weeks?) (before|after)|On the day): (.+)$/s;

/** '16 weeks before: Final title' → { days: -112, text: 'Final title' }; null for other text. */
export function parseEvent(item: string): CalendarEvent | null {
  const [, count = '0', unit = '', side, text] = EVENT.exec(item.trim().replace(/\s+/g, ' ')) ?? [];
  if (!text) return null;
  const days = Number(count) * (unit.startsWith('week') ? 7 : 1);
  return { days: side === 'before' ? -days : days, text };
}

/** An iCalendar file of all-day events around `date`, 'YYYY-MM-DD'. `now` is an ISO instant. */
export function calendarFile({ date, now, events }: { date: string; now: string; events: readonly CalendarEvent[] }) {
  const lines = events.flatMap(({ days, text }, position) => [
    'BEGIN:VEVENT',
    `UID:launch-${date}-${position}@deckle`,
    `DTSTAMP:${now.replace(/\.\d+|[-:]/g, '')}`,
    `DTSTART;VALUE=DATE:${addDays(date, days).replaceAll('-', '')}`,
    `SUMMARY:${escapeText(text)}`,
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Deckle//Launch calendar//EN', ...lines, 'END:VCALENDAR', '']
    .flatMap(foldLine)
    .join('\r\n');
}

const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&');

/**
 * Folds a line after 60 characters, which keeps our texts within iCalendar's limit of 75 bytes. A leading space marks a
 * continuation.
 */
const foldLine = (line: string) =>
  line.match(/^.{1,60}|.{1,59}/g)?.map((part, index) => (index ? ` ${part}` : part)) ?? [''];
