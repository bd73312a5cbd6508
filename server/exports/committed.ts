/** Maximum duration of a transaction. */
const MAX_TRANSACTION_MS = 10_000;

/**
 * Returns the instant before which all rows are committed. A newer row could be committed later than one with a higher
 * id, and the next export would skip it.
 */
export const committedBefore = (now: Date) => new Date(now.getTime() - MAX_TRANSACTION_MS);
