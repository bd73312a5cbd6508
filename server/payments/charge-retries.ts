/** On which days a charge is tried again: counted from the first try, so that tries by hand in between change nothing. */
import type { Tx } from '#server/platform/database.ts';
import { CHARGE_RETRY_DAYS } from '#shared/business.ts';
import { DAY_MS } from '#shared/durations.ts';

/** Time of this promotion's first failed attempt, or null if there was none. */
export async function firstTryOf(tx: Tx, promotion_id: number): Promise<Date | null> {
  const where = { promotion_id, action: 'charge' };
  const event = await tx.promotionEvent.findFirst({ where, orderBy: { id: 'asc' }, select: { at: true } });
  return event?.at ?? null;
}

/** Time of the next retry, or null after the last day. */
export function nextRetry(first: Date, now: Date): Date | null {
  const days = CHARGE_RETRY_DAYS.map((days) => new Date(first.getTime() + days * DAY_MS));
  return days.find((at) => at > now) ?? null;
}
