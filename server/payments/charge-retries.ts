/** The days on which a charge is retried, counted from the first attempt, so that later attempts don't change them. */
import type { Tx } from '#server/platform/database.ts';
import { CHARGE_RETRY_DAYS } from '#shared/business.ts';
import { DAY_MS } from '#shared/durations.ts';

/**
 * Time of the first recorded charge: a success, a decline, or an automatic charge that found no card. Null before that.
 */
export async function firstAttemptAt(tx: Tx, promotion_id: number): Promise<Date | null> {
  const where = { promotion_id, action: 'charge' };
  const event = await tx.promotionEvent.findFirst({ where, orderBy: { id: 'asc' }, select: { at: true } });
  return event?.at ?? null;
}

/** Time of the next retry, or null once the time of the last one has come. */
export function nextRetry(first: Date, now: Date): Date | null {
  const retries = CHARGE_RETRY_DAYS.map((days) => new Date(first.getTime() + days * DAY_MS));
  return retries.find((at) => at > now) ?? null;
}
