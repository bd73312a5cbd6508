/**
 * Abandons a newsletter that couldn't be sent by the next cutoff; its promotions cost nothing
 * (docs/decisions/0024-abandon-late-newsletters.md).
 */
import type { Newsletter } from '#prisma';
import { alertSupport } from '#server/emails/enqueue.ts';
import { businessDate } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { markUnfrozenUnableToSend } from '#server/promotions/newsletter-events.ts';
import { daysBetween, toIsoDate } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { runningOn } from './weekly.ts';

export const hasMissedWindow = ({ newsletter_date }: Pick<Newsletter, 'newsletter_date'>, now: Date) =>
  daysBetween(toIsoDate(newsletter_date), businessDate(now)) > 1;

type NewsletterRef = Pick<Newsletter, 'id' | 'kind' | 'newsletter_date'>;

export const NOT_SENT_REASON = 'This date’s newsletter wasn’t sent because of a problem on our end.';

/** Abandons a draft that wasn't frozen in time. A weekly newsletter's deals belong to the daily ones. */
export async function abandonDraft(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  draft: NewsletterRef,
): Promise<Newsletter> {
  const { id, kind, newsletter_date } = draft;
  const date = toIsoDate(newsletter_date);
  const deals =
    kind === 'daily'
      ? await markUnfrozenUnableToSend(deps, tx, { date, reason: NOT_SENT_REASON })
      : await tx.promotion.count({ where: runningOn(date) });
  if (deals) await alertNotSent(deps, tx, draft);
  deps.log.error({ newsletter_id: id }, 'newsletter not sent: it was not frozen before the next cutoff');
  return tx.newsletter.update({ where: { id }, data: { status: 'failed' } });
}

export function alertNotSent(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  { id, kind, newsletter_date }: NewsletterRef,
) {
  const promotions =
    ' Its promotions will become “unable to send”. We’ll email their partners, and we won’t charge them.';
  return alertSupport(deps, tx, {
    once: `newsletter-not-sent-${id}`,
    headline: 'A newsletter was not sent',
    message: `The ${kind} newsletter for ${formatDate(toIsoDate(newsletter_date))} couldn’t go out before the next one closed, so nobody will get it.${kind === 'daily' ? promotions : ''}`,
    path: paths.userNewsletter(id),
  });
}
