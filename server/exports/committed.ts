/** No transaction lasts longer. */
const LONGEST_TRANSACTION_MS = 10_000;

/**
 * Rows made before this instant are all committed. A later one could still be overtaken by one with a higher id, and the
 * next export would skip it.
 */
export const committedBefore = (now: Date) => new Date(now.getTime() - LONGEST_TRANSACTION_MS);
