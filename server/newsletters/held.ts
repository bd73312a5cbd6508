/**
 * Newsletters that a restore holds (scripts/backup/hold.ts): the backup doesn't know whether they were sent, and no
 * newsletter may be sent twice. They are neither frozen nor sent until an administrator marks them as sent or not
 * sent. See docs/decisions/0041-hold-newsletters-after-a-restore.md.
 */
import type { Newsletter } from '#prisma';
import { alertSupport } from '#server/emails/enqueue.ts';
import { audit } from '#server/platform/audit.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import { inLongTransaction, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { markSent } from '#server/promotions/newsletter-events.ts';
import { toIsoDate } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { acceptRows, saveRangeProgress, saveTotals } from './delivery-log.ts';
import {
  FREEZE_READERS_JOB,
  type FreezeRequest,
  freezeDaily,
  freezeDraft,
  readFreezeRequest,
  SEND_NEWSLETTER_JOB,
} from './freeze.ts';
import { areRangesDone, processRanges } from './ranges.ts';
import { conflictOrNotFound } from './service.ts';
import { closesAt } from './weekly.ts';

export const HELD_TEXT =
  'This newsletter is held because a backup was restored. An administrator must first mark it as sent or not sent.';
const NOT_HELD = 'This newsletter isn’t held, or someone has already marked it.';
const DAILY_FIRST = 'Mark the daily newsletters up to this date first: the weekly one repeats their deals.';

/**
 * Records whether the newsletter was sent before the restore, and acts on it: closes the newsletter without sending if
 * it was, otherwise continues as usual.
 */
export async function releaseNewsletter(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>,
  { id, actor, was_sent }: { id: number; actor: { id: number }; was_sent: boolean },
): Promise<void> {
  const newsletter = await deps.db.newsletter.findUnique({
    where: { id },
    select: { newsletter_date: true, kind: true },
  });
  if (!newsletter) throw notFound();
  const request = await readFreezeRequest(deps, { date: toIsoDate(newsletter.newsletter_date), kind: newsletter.kind });
  await inLongTransaction(deps.db, async (tx) => {
    const before = await tx.newsletter.findUnique({ where: { id }, select: { held_at: true, status: true } });
    const [newsletter] = await tx.newsletter.updateManyAndReturn({
      where: { id, held_at: { not: null } },
      data: { held_at: null },
    });
    if (!newsletter) throw await conflictOrNotFound(tx, id, NOT_HELD);
    if (newsletter.kind === 'weekly' && (await isDailyHeld(tx, newsletter)))
      throw await conflictOrNotFound(tx, id, DAILY_FIRST);
    await (was_sent ? closeAsSent : continueAsScheduled)(deps, tx, newsletter, request);
    const { status } = await tx.newsletter.findUniqueOrThrow({ where: { id }, select: { status: true } });
    await audit(tx, deps.now(), {
      ...{ user_id: actor.id, action: 'release', entity: 'newsletter', entity_id: id },
      ...{ before, after: { held_at: null, status, was_sent } },
    });
  });
}

const isDailyHeld = async (tx: Tx, { newsletter_date }: Newsletter) =>
  (await tx.newsletter.count({
    where: { kind: 'daily', newsletter_date: { lte: newsletter_date }, held_at: { not: null } },
  })) > 0;

/**
 * Closes the newsletter as sent at its recorded time or, if there is none, at its cutoff or now, whichever is earlier.
 * The sender's job marks its rows as accepted. Each recipient keeps a delivery row, which clicks, bounces, and
 * complaints refer to.
 */
async function closeAsSent(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  newsletter: Newsletter,
  request: FreezeRequest,
) {
  const { id, status } = newsletter;
  const cutoffOrNow = Math.min(closesAt(newsletter).getTime(), deps.now().getTime());
  const sent_at = newsletter.sent_at ?? new Date(cutoffOrNow);
  if (status === 'draft') {
    await freezeDraft(deps, tx, { ...request, sent_at });
    return;
  }
  await tx.newsletter.update({
    where: { id },
    data: {
      ...{ status: status === 'freezing' ? status : 'sending', sent_at, failure: null },
      ...{ paused_at: null, paused_reason: null, ended_at: null, ended_reason: null },
    },
  });
  await continueJob(deps, tx, newsletter);
}

/** Continues a newsletter that has closed. */
const continueJob = (deps: Pick<Deps, 'queue'>, tx: Tx, { id, status }: Newsletter) =>
  deps.queue.send(tx, status === 'freezing' ? FREEZE_READERS_JOB : SEND_NEWSLETTER_JOB, { id });

/**
 * The time at which a newsletter was sent before a restore, if its rows aren't marked as accepted yet; otherwise null.
 */
export async function sentBeforeRestore({ db }: Pick<Deps, 'db'>, id: number): Promise<Date | null> {
  const newsletter = await db.newsletter.findFirst({
    where: { id, status: { in: ['frozen', 'sending'] }, sent_at: { not: null }, held_at: null },
    select: { sent_at: true },
  });
  return newsletter?.sent_at ?? null;
}

/**
 * Marks the rows of a newsletter that was sent before a restore as accepted, range by range; repeating it continues
 * where it stopped.
 */
export async function finishAsSent(
  deps: Pick<Deps, 'db' | 'pool' | 'now' | 'log' | 'queue' | 'config' | 'mail'>,
  { id, sent_at }: { id: number; sent_at: Date },
) {
  await processRanges(deps, { newsletter_id: id, retriesUntil: null }, async (range) => {
    if (deps.mail.isClosed()) return 'closing';
    await acceptRows(deps.pool, range, { sent_at });
    await saveRangeProgress(deps.db, range, deps.now());
    return null;
  });
  if (!(await areRangesDone(deps.db, id, { isFinal: true }))) return;
  await deps.db.$transaction(
    async (tx) => {
      const done = await tx.newsletter.updateMany({
        where: { id, status: { in: ['frozen', 'sending'] }, sent_at },
        data: { status: 'sent', paused_at: null, paused_reason: null },
      });
      if (!done.count) return;
      await saveTotals(tx, id);
      await markSent(deps, tx, id, { sent_at, wasNotified: true });
    },
    { timeout: 60_000 },
  );
}

/** Does what the daily job would have done by now; before the cutoff, the job will do it. */
async function continueAsScheduled(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'log'>,
  tx: Tx,
  newsletter: Newsletter,
  request: FreezeRequest,
) {
  if (newsletter.status !== 'draft') return continueJob(deps, tx, newsletter);
  // If the cutoff passes before this commits, the job skips the locked row, and the sweep freezes it.
  if (deps.now() < closesAt(newsletter)) return;
  if (request.kind === 'daily') await freezeDaily(deps, tx, request.date);
  else if (!(await isDailyDraft(tx, newsletter))) await freezeDraft(deps, tx, request);
}

/** True if the date's daily newsletter isn't closed yet: the sweep will close both. */
const isDailyDraft = async (tx: Tx, { newsletter_date }: Newsletter) =>
  (await tx.newsletter.count({ where: { kind: 'daily', newsletter_date, status: 'draft' } })) > 0;

/** Runs at startup; sends at most one email a day for each restore. */
export async function alertHeld(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>): Promise<void> {
  const held = await deps.db.newsletter.findMany({
    where: { held_at: { not: null } },
    select: { newsletter_date: true, kind: true, held_at: true },
    orderBy: [{ newsletter_date: 'asc' }, { kind: 'asc' }],
  });
  const [first] = held;
  if (!first) return;
  const names = held.map(({ newsletter_date, kind }) => `${formatDate(toIsoDate(newsletter_date))} (${kind})`);
  const message = `A backup was restored, and it doesn’t say whether these newsletters were sent: ${names.join('; ')}. None of them will be closed or sent until an administrator marks each one as sent or not sent in the admin panel. Later newsletters go out as usual.`;
  await deps.db.$transaction((tx) =>
    alertSupport(deps, tx, {
      once: `held-newsletters-${first.held_at!.getTime()}-${vancouverTime(deps.now()).date}`,
      headline: held.length === 1 ? 'A newsletter is held' : `${held.length} newsletters are held`,
      message,
      path: paths.adminPanel(),
    }),
  );
}
