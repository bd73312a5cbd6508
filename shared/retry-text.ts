import { vancouverDate } from './dates.ts';
import { formatDate } from './long-dates.ts';

/** Says when a declined charge is tried again, or, after a final decline or the last retry, that it isn't. */
export const retryText = (next_retry_at: string | null) =>
  next_retry_at
    ? `We’ll try again automatically on ${formatDate(vancouverDate(next_retry_at))}.`
    : 'We won’t try again automatically.';
