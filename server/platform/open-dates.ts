/**
 * Newsletter dates that can still take promotions: neither past the cutoff nor closed by staff, which may happen early.
 */
import { LATEST_REQUEST_DAYS } from '#shared/business.ts';
import { addDays, dateOf, dateText } from '#shared/dates.ts';
import { promotionToday } from './clock.ts';
import type { Database, Tx } from './database.ts';

/** In order, up to the latest date that can be booked. */
export async function openDates(db: Database | Tx, now: Date): Promise<string[]> {
  const first = promotionToday(now);
  const closed = await db.newsletter.findMany({
    where: { kind: 'daily', newsletter_date: { gte: dateOf(first) }, status: { not: 'draft' } },
    select: { newsletter_date: true },
  });
  const isClosed = new Set(closed.map(({ newsletter_date }) => dateText(newsletter_date)));
  const dates = Array.from({ length: LATEST_REQUEST_DAYS + 1 }, (_, days) => addDays(first, days));
  return dates.filter((date) => !isClosed.has(date));
}
