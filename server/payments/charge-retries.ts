/** On which days a charge is tried again: counted from the first try, so that tries by hand in between change nothing. */
import type { Tx } from '#server/platform/database.ts';
import { CHARGE_RETRY_DAYS } from '#shared/business.ts';
import { DAY_MS } from '#shared/durations.ts';

/** When a try of this promotion first came to nothing; null: there was none. */
export async function firstTryOf(tx: Tx, promotion_id: number): Promise<Date | null> {
  const where = { promotion_id, action: 'charge' };
  const event = await tx.promotionEvent.findFirst({ where, orderBy: { id: 'asc' }, select: { at: true } });
  return event?.at ?? null;
}

/** Null after the last day. */
export function nextRetry(first: Date, now: Date): Date | null {
  const days = CHARGE_RETRY_DAYS.map((days) => new Date(first.getTime() + days * DAY_MS));
  return days.find((at) => at > now) ?? null;
}
