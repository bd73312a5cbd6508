import { vancouverDate } from './dates.ts';
import { formatDate } from './long-dates.ts';

/** Tells the partner when a declined charge is tried again. A final decline, and the last retry, have no next one. */
export const retryText = (next_retry_at: string | null) =>
  next_retry_at
    ? `We’ll try again automatically on ${formatDate(vancouverDate(next_retry_at))}.`
    : 'We won’t try again automatically.';
