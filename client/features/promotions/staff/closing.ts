import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts';

/** 'closes in 21 h'; days from two on, minutes in the last hour. */
export function closingText(ms_left: number) {
  if (ms_left >= 2 * DAY_MS) return `closes in ${Math.floor(ms_left / DAY_MS)} d`;
  if (ms_left >= HOUR_MS) return `closes in ${Math.floor(ms_left / HOUR_MS)} h`;
  return `closes in ${Math.max(1, Math.floor(ms_left / MINUTE_MS))} min`;
}
