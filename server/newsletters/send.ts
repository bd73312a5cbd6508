/**
 * Sends a frozen newsletter. The delivery rows are the cursor: over SMTP each email is handed over at most once. After
 * a crash, uncertain deliveries are listed for staff and nobody is emailed twice.
 */
import { type Newsletter, Prisma } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import { processEach } from '#server/platform/process-each.ts';
import { markSent } from '#server/promotions/newsletter-events.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { deliverQueued } from './deliver.ts';
import { recount, resolveAbandoned } from './delivery-log.ts';
import { endIfWindowMissed, settleEnded } from './end.ts';
import { sentBeforeRestore, settleAsSent } from './held.ts';
import { createEmailComposer } from './personalize.ts';
import { UNDER_WAY } from './queries.ts';
import { asOnlySender, type SenderClient } from './sender-lock.ts';

/** Neither paused nor held by a restore. */
const NOT_PAUSED_OR_HELD = { paused_at: null, held_at: null };
/** Providers remember an idempotency key for a day. */
const KEY_LIFE_MS = 23 * HOUR_MS;

/**
 * Job handler; repeating it continues where it stopped. Returns immediately while another process sends this
 * newsletter.
 */
export async function sendNewsletter(deps: Deps, { id }: { id: number }) {
  if (deps.mail.isClosed()) return;
  await asOnlySender(deps, id, async (db) => {
    const sent_at = await sentBeforeRestore(deps, id);
    if (sent_at) return settleAsSent(deps, db, { id, sent_at });
    await endIfWindowMissed(deps, db, id);
    if (await isEnded(deps, id)) return settleEnded(deps, db, id);
    const newsletter = await startSending(deps, db, id);
    if (!newsletter) return;
    const compose = await createEmailComposer(deps, newsletter);
    const stop = await deliverQueued({ deps, db, newsletter_id: id, compose });
    await recount(db, id);
    const failure = stop?.failure ?? null;
    await deps.db.newsletter.update({ where: { id }, data: { failure }, select: { id: true } });
    if (stop) deps.log.warn({ newsletter_id: id, because: stop.because, failure }, 'newsletter stopped');
    else await finish(deps, id);
  });
}

const isEnded = async ({ db }: Pick<Deps, 'db'>, id: number) =>
  (await db.newsletter.count({ where: { id, ended_at: { not: null } } })) > 0;

async function startSending(
  deps: Pick<Deps, 'db' | 'now' | 'mail'>,
  db: SenderClient,
  id: number,
): Promise<Newsletter | null> {
  await deps.db.newsletter.updateMany({
    where: { id, status: 'frozen', sent_at: null, ...NOT_PAUSED_OR_HELD },
    data: { status: 'sending', sending_at: deps.now() },
  });
  const newsletter = await deps.db.newsletter.findFirst({
    where: { id, OR: [{ status: 'sending', sent_at: null }, { status: 'sent' }], ...NOT_PAUSED_OR_HELD },
  });
  if (!newsletter) return null;
  const { isIdempotent, name: transport } = deps.mail;
  const canResend = isIdempotent && newsletter.transport === transport;
  await resolveAbandoned(db, id, { resendAfter: canResend ? new Date(deps.now().getTime() - KEY_LIFE_MS) : null });
  await deps.db.newsletter.update({ where: { id }, data: { transport }, select: { id: true } });
  await recount(db, id);
  return newsletter;
}

/** Marks the newsletter as sent when every row was handed over or has a failure; the promotions' click window opens. */
const finish = (deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>, id: number) =>
  deps.db.$transaction(
    async (tx) => {
      const left = await tx.delivery.findFirst({
        where: { newsletter_id: id, state: { in: ['queued', 'handing_over'] } },
        select: { reader_id: true },
      });
      if (left) return;
      const done = await tx.newsletter.updateMany({
        where: { id, status: 'sending' },
        data: { status: 'sent', sent_at: deps.now() },
      });
      if (done.count) await markSent(deps, tx, id);
    },
    { timeout: 60_000 },
  );

/** Newsletters sent longer ago are no longer checked for deferred emails. */
const LOOK_BACK_MS = 2 * DAY_MS;

/** Continues newsletters that a crash, a relay outage, or a back-off interrupted. Throws at the end if one failed. */
export async function resumeNewsletters(deps: Deps) {
  const now = deps.now();
  const unfinished = await deps.db.newsletter.findMany({
    where: {
      held_at: null,
      OR: [
        { status: { in: [...UNDER_WAY] }, ended_at: { not: null } },
        { status: { in: [...UNDER_WAY] }, paused_at: null, snapshot: { not: Prisma.DbNull } },
        {
          status: 'sent',
          paused_at: null,
          sent_at: { gt: new Date(now.getTime() - LOOK_BACK_MS) },
          deliveries: {
            some: {
              OR: [{ state: { in: ['queued', 'handing_over'] } }, { state: 'deferred', next_attempt_at: { lte: now } }],
            },
          },
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
