/**
 * Sends a frozen newsletter, together with other processes. The delivery rows are the cursor: over SMTP each email is
 * delivered at most once. After a crash, uncertain deliveries are listed for staff, and nobody is emailed twice.
 */
import { type Newsletter, Prisma } from '#prisma';
import type { Pool, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { EMAIL_KEY_LIFETIME_MS } from '#server/platform/key-lifetimes.ts';
import { processEach } from '#server/platform/process-each.ts';
import { markSent } from '#server/promotions/newsletter-events.ts';
import { DAY_MS } from '#shared/durations.ts';
import { type AbortReason, createAbortMonitor } from './abort-monitor.ts';
import { deliverQueued, recordBounces, type SenderRun } from './deliver.ts';
import { type LeasedRange, resolveInFlightRows, saveRangeProgress, saveTotals } from './delivery-log.ts';
import { endIfWindowMissed, finishEnded } from './end.ts';
import { finishAsSent, sentBeforeRestore } from './held.ts';
import { createEmailComposer } from './personalize.ts';
import { UNDER_WAY } from './queries.ts';
import { areRangesDone, countOutsideRanges, processRanges, withOpenRanges } from './ranges.ts';
import { createSendProgress } from './send-progress.ts';

/** Neither paused nor held by a restore. */
const NOT_PAUSED_OR_HELD = { paused_at: null, held_at: null };

type SendDeps = SenderRun['deps'] & Pick<Deps, 'mailRenderer'>;

/** Newsletters that this process is sending. */
const beingSent = new WeakMap<Pool, Set<number>>();

/**
 * Job handler; repeating it continues where it stopped. Processes share a newsletter's ranges. Returns immediately if
 * this process is already sending the newsletter, because a second run would double the number of emails that a crash
 * can leave uncertain.
 */
export async function sendNewsletter(deps: SendDeps, { id }: { id: number }) {
  const ids = beingSent.get(deps.pool) ?? new Set();
  if (deps.mail.isClosed() || ids.has(id)) return;
  beingSent.set(deps.pool, ids.add(id));
  await sendOrFinish(deps, id).finally(() => ids.delete(id));
}

async function sendOrFinish(deps: SendDeps, id: number) {
  const sent_at = await sentBeforeRestore(deps, id);
  if (sent_at) return finishAsSent(deps, { id, sent_at });
  await endIfWindowMissed(deps, id);
  if (await isEnded(deps, id)) return finishEnded(deps, id);
  const newsletter = await startSending(deps, id);
  if (!newsletter) return;
  const run = {
    ...{ deps, compose: await createEmailComposer(deps, newsletter) },
    ...{ monitor: createAbortMonitor(deps.mail), progress: createSendProgress(deps, newsletter) },
    warm_up_id: newsletter.warm_up_id,
  };
  const stop = await processRanges(deps, { newsletter_id: id, retriesUntil: deps.now() }, (range) =>
    sendRange(run, range),
  );
  if (!stop) await recordBounces({ deps, newsletter_id: id }, run.progress.lastBounces());
  await deps.db.$transaction((tx) => saveTotals(tx, id));
  const failure = stop?.failure ?? null;
  await deps.db.newsletter.update({ where: { id }, data: { failure }, select: { id: true } });
  if (stop) deps.log.warn({ newsletter_id: id, cause: stop.cause, failure }, 'newsletter stopped');
  else await finish(deps, id);
}

const isEnded = async ({ db }: Pick<Deps, 'db'>, id: number) =>
  (await db.newsletter.count({ where: { id, ended_at: { not: null } } })) > 0;

async function startSending({ db, now }: Pick<Deps, 'db' | 'now'>, id: number): Promise<Newsletter | null> {
  await db.newsletter.updateMany({
    where: { id, status: 'frozen', sent_at: null, ...NOT_PAUSED_OR_HELD },
    data: { status: 'sending', sending_at: now() },
  });
  return db.newsletter.findFirst({
    where: { id, OR: [{ status: 'sending', sent_at: null }, { status: 'sent' }], ...NOT_PAUSED_OR_HELD },
  });
}

async function sendRange(run: SenderRun, range: LeasedRange): Promise<AbortReason | null> {
  const { deps } = run;
  const { isIdempotent, name: transport } = deps.mail;
  const canResend = isIdempotent && range.transport === transport;
  const keysValidSince = canResend ? new Date(deps.now().getTime() - EMAIL_KEY_LIFETIME_MS) : null;
  await resolveInFlightRows(deps.pool, range, { keysValidSince, transport });
  const stop = await deliverQueued(run, range);
  await saveRangeProgress(deps.db, range, deps.now());
  return stop;
}

/**
 * Marks the newsletter as sent when every range is done and no delivery is outside the ranges. That opens the
 * promotions' click windows. A pause during the last emails is cleared, unless emails are deferred: then the newsletter
 * is marked once it's resumed.
 */
const finish = (deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'log'>, id: number) =>
  deps.db.$transaction(
    async (tx) => {
      if (!(await areRangesDone(tx, id, { isFinal: false }))) return;
      const strayDeliveries = await countOutsideRanges(tx, id);
      if (strayDeliveries) return reportStrays(deps, tx, { id, strayDeliveries });
      const hasDeferred = !(await areRangesDone(tx, id, { isFinal: true }));
      const done = await tx.newsletter.updateMany({
        where: { id, status: 'sending', ...(hasDeferred && { paused_at: null }) },
        data: { status: 'sent', sent_at: deps.now(), paused_at: null, paused_reason: null },
      });
      if (!done.count) return;
      await saveTotals(tx, id);
      await markSent(deps, tx, id);
    },
    { timeout: 60_000 },
  );

async function reportStrays(
  { log }: Pick<Deps, 'log'>,
  tx: Tx,
  { id, strayDeliveries }: { id: number; strayDeliveries: number },
) {
  log.error(
    { newsletter_id: id, stray_deliveries: strayDeliveries },
    'newsletter not finished: some deliveries are in none of its ranges',
  );
  const found =
    strayDeliveries === 1
      ? '1 delivery is in none of the ranges of this newsletter, so it wasn’t sent.'
      : `${strayDeliveries} deliveries are in none of the ranges of this newsletter, so they weren’t sent.`;
  const failure = `${found} Check whether workers of two different versions were running at the same time.`;
  await tx.newsletter.updateMany({ where: { id, status: 'sending' }, data: { failure } });
}

/** Sent newsletters are checked for deferred emails for this long, or this long after staff resent an email. */
const LOOK_BACK_MS = 2 * DAY_MS;

/**
 * Sends frozen newsletters that are neither paused nor held, including those that other processes are sending. Retries
 * deferred emails of sent ones, and finishes those that were ended early. Throws at the end if any of them failed.
 */
export async function resumeNewsletters(deps: SendDeps) {
  const now = deps.now();
  const recently = { gt: new Date(now.getTime() - LOOK_BACK_MS) };
  const unfinished = await deps.db.newsletter.findMany({
    where: {
      held_at: null,
      OR: [
        { status: { in: [...UNDER_WAY] }, ended_at: { not: null } },
        { status: { in: [...UNDER_WAY] }, paused_at: null, snapshot: { not: Prisma.DbNull } },
        {
          status: 'sent',
          paused_at: null,
          OR: [{ sent_at: recently }, { resent_at: recently }],
          ...withOpenRanges(now),
        },
      ],
    },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  await processEach(
    unfinished,
    (newsletter) => sendNewsletter(deps, newsletter),
    (error, { id }) => deps.log.error({ err: error, newsletter_id: id }, 'newsletter sending failed'),
  );
}
