/** A newsletter that could not go out by the next cutoff does not go out, and costs its partners nothing (decision 9). */
import type { Newsletter } from '#prisma';
import { promotionToday } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { failAllToSend } from '#server/promotions/edition.ts';
import { dateText, daysBetween } from '#shared/dates.ts';

export const isTooLate = ({ newsletter_date }: Pick<Newsletter, 'newsletter_date'>, now: Date) =>
  daysBetween(dateText(newsletter_date), promotionToday(now)) > 1;

/** Of one that nobody got. A weekly edition has no promotions of its own. */
export async function giveUpNewsletter(deps: Deps, tx: Tx, id: number): Promise<Newsletter> {
  await failAllToSend(deps, tx, id, 'The newsletter of this date was not sent because of a fault on our side.');
  await tx.delivery.updateMany({
    where: { newsletter_id: id, state: { in: ['queued', 'deferred'] } },
    data: { state: 'suppressed' },
  });
  return tx.newsletter.update({ where: { id }, data: { status: 'failed' } });
}
