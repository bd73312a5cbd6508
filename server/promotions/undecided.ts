/** Warns support before a newsletter closes with undecided promotions. */

import { enqueueEmail } from '#server/emails/enqueue.ts';
import { cutoffOf } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { parseDate } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import { idsInLane } from './status-conditions.ts';

/** An email is sent this many hours before the cutoff. */
export const WARNING_HOURS = [24, 2] as const;

/**
 * The promotions of the lane `closes_next`: they await staff, and the newsletter that closes next is their last open
 * date.
 */
export async function undecidedClosingNext(db: Database | Tx, now: Date) {
  const open_dates = await openDates(db, now);
  const date = open_dates[0]!;
  const promotions = await db.promotion.findMany({
    where: { id: { in: await idsInLane(db, 'closes_next', open_dates) } },
    select: { id: true, book: { select: { title: true } } },
    orderBy: { id: 'asc' },
  });
  const hours_left = (cutoffOf(date).getTime() - now.getTime()) / HOUR_MS;
  return { date, promotions, hours_left };
}

/**
 * Emails support once per newsletter and threshold: a guarded UPDATE of the newsletter's row lets one caller through.
 */
export async function warnOfUndecided(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>) {
  await deps.db.$transaction(async (tx) => {
    const undecided = await undecidedClosingNext(tx, deps.now());
    const hours = WARNING_HOURS.findLast((threshold) => undecided.hours_left <= threshold);
    if (hours === undefined || !undecided.promotions.length) return;
    const warned = await tx.newsletter.updateMany({
      where: {
        newsletter_date: parseDate(undecided.date),
        kind: 'daily',
        OR: [{ undecided_warned_hours: null }, { undecided_warned_hours: { gt: hours } }],
      },
      data: { undecided_warned_hours: hours },
    });
    if (!warned.count) return;
    const { appUrl, operator } = deps.config;
    const props = {
      date: undecided.date,
      closes_at: cutoffOf(undecided.date).toISOString(),
      hours,
      promotions: undecided.promotions.map(({ id, book }) => ({
        title: book.title,
        url: appUrl + paths.userPromotion(id),
      })),
      queue_url: appUrl + paths.userPromotions(),
    };
    await enqueueEmail(deps, tx, { to: operator.email, owner: null, template: 'promotions_undecided', props });
  });
}
