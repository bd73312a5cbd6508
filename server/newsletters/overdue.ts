/**
 * Newsletters that are still drafts after their cutoff. Deliberately ignores the daily job record, which may be wrong
 * or missing.
 */
import { alertSupport } from '#server/emails/enqueue.ts';
import { businessDate, vancouverInstant, vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { processEach } from '#server/platform/process-each.ts';
import { datesWithUnfrozen } from '#server/promotions/newsletter-events.ts';
import { CUTOFF_HOUR } from '#shared/business.ts';
import { addDays, formatInstant, parseDate, toIsoDate } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { freezeNewsletter, freezeWeeklyNewsletter } from './freeze.ts';
import { closesAt } from './weekly.ts';

/**
 * Freezes each overdue draft that isn't held, or abandons it from the next cutoff on. On past dates whose newsletter is
 * closed, approved promotions that it doesn't include are marked as unable to send. A date that fails doesn't block the
 * others.
 */
export async function freezeOverdue(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>) {
  const drafts = await overdueDrafts(deps);
  const datesOf = (kind: 'daily' | 'weekly') =>
    drafts.filter((draft) => draft.kind === kind).map(({ newsletter_date }) => toIsoDate(newsletter_date));
  const withUnfrozen = await datesWithUnfrozen(deps.db, addDays(businessDate(deps.now()), -1));
  const daily = [...new Set([...datesOf('daily'), ...withUnfrozen])].sort();
  await processEach(
    [
      ...daily.map((date) => ({ date, freeze: freezeNewsletter })),
      ...datesOf('weekly').map((date) => ({ date, freeze: freezeWeeklyNewsletter })),
    ],
    ({ date, freeze }) => freeze(deps, date),
    (error, { date }) => deps.log.error({ err: error, date }, 'overdue newsletter not frozen'),
  );
}

const ALERT_MINUTE = 10;

/**
 * Emails support from 10:10 on, once per newsletter, if one of the day is still a draft or its recipients can't be
 * frozen.
 */
export async function alertUnfrozen(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>) {
  const { date } = vancouverTime(deps.now());
  if (deps.now() < vancouverInstant(date, CUTOFF_HOUR, ALERT_MINUTE)) return;
  const drafts = (await overdueDrafts(deps)).filter(({ newsletter_date }) => toIsoDate(newsletter_date) === date);
  for (const { id, kind } of [...drafts, ...(await failedFreezes(deps, date))]) {
    const closedAt = formatInstant(closesAt({ kind, newsletter_date: parseDate(date) }).toISOString());
    await deps.db.$transaction((tx) =>
      alertSupport(deps, tx, {
        once: `newsletter-not-frozen-${kind}-${date}`,
        headline: 'A newsletter hasn’t closed on time',
        message: `The ${kind} newsletter for ${formatDate(date)} should have closed on ${closedAt}, and nothing has been sent. We’ll try again every minute until the next cutoff. After that it won’t go out${kind === 'daily' ? ', and its promotions will become “unable to send”, free of charge' : ''}. The server’s log shows why.`,
        path: paths.userNewsletter(id),
      }),
    );
  }
}

const failedFreezes = ({ db }: Pick<Deps, 'db'>, date: string) =>
  db.newsletter.findMany({
    where: {
      newsletter_date: parseDate(date),
      status: 'freezing',
      failure: { not: null },
      held_at: null,
      ended_at: null,
    },
    select: { id: true, kind: true },
  });

export async function overdueDrafts(deps: Pick<Deps, 'db' | 'now'>) {
  const now = deps.now();
  const drafts = await deps.db.newsletter.findMany({
    where: { status: 'draft', held_at: null, newsletter_date: { lt: parseDate(businessDate(now)) } },
    select: { id: true, kind: true, newsletter_date: true },
    orderBy: [{ newsletter_date: 'asc' }, { kind: 'asc' }],
  });
  return drafts.filter((draft) => closesAt(draft) <= now);
}
