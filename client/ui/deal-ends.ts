import { dateOf, daysBetween } from '#shared/dates.ts';

const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });

/** 'Ends today', 'Ends in 3 days', 'Until Dec 24'; both dates are 'YYYY-MM-DD'. */
export function dealEnds(endsOn: string, today: string) {
  const days = daysBetween(today, endsOn);
  if (days < 0) return 'Ended';
  if (days === 0) return 'Ends today';
  if (days === 1) return 'Ends tomorrow';
  return days <= 7 ? `Ends in ${days} days` : `Until ${format.format(dateOf(endsOn))}`;
}
