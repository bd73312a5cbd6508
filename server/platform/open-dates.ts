/** Open dates: newsletter dates before their cutoff that staff haven't closed early. */
import { MAX_BOOKING_DAYS_AHEAD } from '#shared/business.ts';
import { addDays, parseDate, toIsoDate } from '#shared/dates.ts';
import { businessDate } from './clock.ts';
import type { Database, Tx } from './database.ts';

/** Lists the open dates in order, up to the latest date that can be booked. */
export async function openDates(db: Database | Tx, now: Date): Promise<string[]> {
  const first = businessDate(now);
  const closedNewsletters = await db.newsletter.findMany({
    where: { kind: 'daily', newsletter_date: { gte: parseDate(first) }, status: { not: 'draft' } },
    select: { newsletter_date: true },
  });
  const closedDates = new Set(closedNewsletters.map(({ newsletter_date }) => toIsoDate(newsletter_date)));
  const dates = Array.from({ length: MAX_BOOKING_DAYS_AHEAD + 1 }, (_, days) => addDays(first, days));
  return dates.filter((date) => !closedDates.has(date));
}
