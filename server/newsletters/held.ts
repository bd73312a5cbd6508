/**
 * Newsletters that a restore holds (scripts/backup/hold.ts): the backup doesn't know whether they were sent, and no
 * newsletter may be sent twice. They are neither frozen nor sent until an administrator answers.
 */
import type { Newsletter } from '#prisma';
import { alertSupport } from '#server/emails/enqueue.ts';
import { audit } from '#server/platform/audit.ts';
import { cutoffOf, vancouver } from '#server/platform/clock.ts';
import { inLongTransaction, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { markSent } from '#server/promotions/edition.ts';
import { dateText } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { freezeDaily, freezeEdition, SEND } from './freeze.ts';
import { refusal } from './service.ts';

export const HELD =
  'This newsletter is held because a backup was restored. An administrator first has to say whether it was sent.';
const NOT_HELD = 'This newsletter isn’t held, or someone has already answered.';
const DAILY_FIRST = 'Answer for the daily newsletters up to this date first: the weekly one repeats their deals.';

/**
 * Records the answer and acts on it: closes the newsletter without sending if it was sent, otherwise continues as
 * usual.
 */
export const releaseNewsletter = (
  deps: Deps,
  { id, by, was_sent }: { id: number; by: { id: number }; was_sent: boolean },
): Promise<void> =>
  inLongTransaction(deps.db, async (tx) => {
    const before = await tx.newsletter.findUnique({ where: { id }, select: { held_at: true, status: true } });
    const [newsletter] = await tx.newsletter.updateManyAndReturn({
      where: { id, held_at: { not: null } },
      data: { held_at: null },
    });
    if (!newsletter) throw await refusal(tx, id, NOT_HELD);
    if (newsletter.kind === 'weekly' && (await isDailyHeld(tx, newsletter))) throw await refusal(tx, id, DAILY_FIRST);
    await (was_sent ? closeAsSent : letGo)(deps, tx, newsletter);
    const { status } = await tx.newsletter.findUniqueOrThrow({ where: { id }, select: { status: true } });
    await audit(tx, deps.now(), {
      ...{ user_id: by.id, action: 'release', entity: 'newsletter', entity_id: id },
      ...{ before, after: { held_at: null, status, was_sent } },
    });
  });

const isDailyHeld = async (tx: Tx, { newsletter_date }: Newsletter) =>
  (await tx.newsletter.count({
    where: { kind: 'daily', newsletter_date: { lte: newsletter_date }, held_at: { not: null } },
  })) > 0;

const editionOf = ({ newsletter_date, kind }: Newsletter) => ({ date: dateText(newsletter_date), kind });

/**
 * Closes it as if sending had ended at its cutoff. Each recipient keeps a delivery row, which clicks, bounces, and
 * complaints refer to.
 */
async function closeAsSent(deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>, tx: Tx, newsletter: Newsletter) {
  const { id } = newsletter;
  const edition = editionOf(newsletter);
  const closed =
    newsletter.status === 'draft' ? await freezeEdition(deps, tx, { ...edition, wasSent: true }) : newsletter;
  if (closed?.status === 'cancelled') return;
  const cutoff_or_now = Math.min(cutoffOf(edition.date).getTime(), deps.now().getTime());
  const sent_at = newsletter.sent_at ?? new Date(cutoff_or_now);
  await tx.delivery.updateMany({
    where: { newsletter_id: id, state: { in: ['queued', 'handing_over', 'deferred'] } },
    data: { state: 'accepted', accepted_at: sent_at },
  });
  const delivered_count = await tx.delivery.count({ where: { newsletter_id: id, state: 'accepted' } });
  await tx.newsletter.update({
    where: { id },
    data: {
      ...{ status: 'sent', sent_at, delivered_count, failure: null },
      ...{ paused_at: null, paused_reason: null, ended_at: null, ended_reason: null },
    },
  });
  await markSent(deps, tx, id, { sent_at, isTold: true });
}

/** Does what the daily job would have done by now; before the cutoff, the job will do it. */
async function letGo(deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>, tx: Tx, newsletter: Newsletter) {
  if (newsletter.status !== 'draft') return deps.queue.send(tx, SEND, { id: newsletter.id });
  const edition = editionOf(newsletter);
  // Read after the row was locked: the job either waits for the lock or has already run.
  if (deps.now() < cutoffOf(edition.date)) return;
  if (edition.kind === 'daily') await freezeDaily(deps, tx, edition.date);
  else if (!(await isDailyDraft(tx, newsletter))) await freezeEdition(deps, tx, edition);
}

/** If so, the daily job is about to close both. */
const isDailyDraft = async (tx: Tx, { newsletter_date }: Newsletter) =>
  (await tx.newsletter.count({ where: { kind: 'daily', newsletter_date, status: 'draft' } })) > 0;

/** Runs at startup; sends at most one email a day. */
export async function alertHeld(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>): Promise<void> {
  const held = await deps.db.newsletter.findMany({
    where: { held_at: { not: null } },
    select: { newsletter_date: true, kind: true, held_at: true },
    orderBy: [{ newsletter_date: 'asc' }, { kind: 'asc' }],
  });
  const [first] = held;
  if (!first) return;
  const names = held.map(({ newsletter_date, kind }) => `${formatDate(dateText(newsletter_date))} (${kind})`);
  const message = `A backup was restored, and it doesn't say whether these newsletters were sent: ${names.join('; ')}. None of them is closed or sent until an administrator answers in the admin panel. Later newsletters go out as usual.`;
  await deps.db.$transaction((tx) =>
    alertSupport(deps, tx, {
      once: `held-newsletters-${first.held_at!.getTime()}-${vancouver(deps.now()).date}`,
      headline: held.length === 1 ? 'A newsletter is held' : `${held.length} newsletters are held`,
      message,
      path: paths.adminPanel(),
    }),
  );
}
