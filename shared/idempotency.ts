/** Codes of a 409 about an Idempotency-Key. Not in errors.ts, which every page loads. */

/** The first request with this key is still being processed. */
export const REQUEST_IN_PROGRESS = 'request_in_progress';
/** The first request with this key was interrupted, and its response is lost. */
export const RESPONSE_LOST = 'response_lost';
