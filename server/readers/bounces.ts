/**
 * Bounces, complaints, and unsubscribes by email. A hard bounce or a complaint deactivates a reader right away, and so
 * do soft bounces of three emails within 30 days.
 */
import { createHash } from 'node:crypto';
import { type MailEventType, Prisma, type Reader, type ReaderStatus } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { DAY_MS } from '#shared/durations.ts';
import { CAN_LEAVE, hasConfirmed, hasUnsubscribed, unsubscribe } from './active.ts';
import type { OptOut } from './opt-out-log.ts';
import { clearBounces, suppressAddress } from './suppression.ts';
import { withdrawQueuedEmails } from './welcome.ts';

export type MailEvent = {
  type: MailEventType;
  newsletter_id: number | null;
  reader_id: number | null;
  /** An email other than a newsletter, to a partner, reader, or member of staff. */
  mail_id: number | null;
  /** The recipient's address, for an event without a `reader_id`. */
  email: string | null;
  diagnostic: string | null;
  at: Date;
  /** Events with the same key are the same event. */
  dedupe: string;
};

/** Number of emails whose recent soft bounces deactivate a reader. */
export const SOFT_BOUNCE_LIMIT = 3;
const SOFT_BOUNCE_WINDOW_MS = 30 * DAY_MS;

type Recorded = {
  /** False for an event that was recorded before; it changes nothing. */
  isNew: boolean;
  /** Entry for the opt-out log, written after the commit. Repeated events have it too, in case the log failed. */
  optOut: Pick<OptOut, 'kind' | 'email'> | null;
};

export async function recordMailEvent(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  { email, dedupe, ...event }: MailEvent,
): Promise<Recorded> {
  const reader = await lockMatchingReader(tx, event.reader_id, email);
  const row = {
    ...event,
    reader_id: reader?.id ?? null,
    diagnostic: event.diagnostic && sanitizedDiagnostic(event.diagnostic),
    dedupe_key: new Uint8Array(createHash('sha256').update(dedupe).digest()),
    received_at: deps.now(),
  };
  const { count } = await tx.mailEvent.createMany({ data: [row], skipDuplicates: true });
  const isNew = count > 0;
  if (reader && isNew) await applyEvent(deps, tx, reader, event);
  // Ignore the address of a transactional email unless it's a reader's: partners and staff aren't suppressed.
  const address = reader?.email ?? (event.mail_id === null ? email : null);
  if (event.type === 'unsubscribe') {
    // Not logged if the reader has complained, or came back before this event was repeated.
    const left = reader && (await tx.reader.findUnique({ where: { id: reader.id } }));
    const hasLeft = left?.status === 'unsubscribed' || (left?.status === 'bounced' && hasUnsubscribed(left));
    return { isNew, optOut: hasLeft && address ? { kind: 'unsubscribed', email: address } : null };
  }
  const reason = reader ? await suppressionReasonOf(tx, reader.id) : REASONS[event.type];
  if (!address || !reason) return { isNew, optOut: null };
  if (isNew) await suppressAddress(deps, tx, { email: address, reason });
  // Log the reason for the deactivation, so that a restore doesn't replace it with a later, less final bounce.
  return { isNew, optOut: { kind: OPT_OUT_KINDS[reason], email: address } };
}

/** Locked, so that three simultaneous soft bounces count as three. */
async function lockMatchingReader(tx: Tx, reader_id: number | null, email: string | null): Promise<Reader | null> {
  if (reader_id === null && !email) return null;
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select id from readers where id = ${reader_id}::int or (${reader_id}::int is null and email = ${email}::citext) for update`;
  return rows[0] ? tx.reader.findUnique({ where: { id: rows[0].id } }) : null;
}

async function applyEvent(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  reader: Reader,
  { type, at }: Pick<MailEvent, 'type' | 'at'>,
) {
  const { id, bounce_lifted_at } = reader;
  if (type === 'unsubscribe' || type === 'complaint') await withdrawQueuedEmails(tx, id);
  if (type === 'unsubscribe') {
    await unsubscribe(tx, Prisma.sql`r.id = ${id}`, { at: deps.now(), reason: 'email' });
    return;
  }
  if (type === 'complaint') {
    await tx.reader.update({ where: { id }, data: { status: 'complained', unsubscribed_at: deps.now() } });
    return;
  }
  const since = new Date(Math.max(deps.now().getTime() - SOFT_BOUNCE_WINDOW_MS, bounce_lifted_at?.getTime() ?? 0));
  // A server may send several notices about one email. Notices that don't name an email count separately.
  const [{ soft_bounces }] = await tx.$queryRaw<[{ soft_bounces: number }]>`
    select count(distinct (newsletter_id, mail_id, case when coalesce(newsletter_id, mail_id) is null then id end))::int as soft_bounces
    from mail_events where reader_id = ${id} and type = 'soft_bounce' and at > ${since}`;
  // Keep `updated_at`, since a bounce isn't the reader's own change: undoing an import removes readers who haven't
  // changed anything.
  const { updated_at } = reader;
  await tx.reader.update({ where: { id }, data: { soft_bounces, last_bounce_at: at, updated_at } });
  if (type === 'soft_bounce' && soft_bounces < SOFT_BOUNCE_LIMIT) return;
  await tx.reader.updateMany({ where: { id, status: { in: CAN_LEAVE } }, data: { status: 'bounced' } });
}

async function suppressionReasonOf(tx: Tx, id: number): Promise<EventReason | null> {
  const reader = await tx.reader.findUniqueOrThrow({ where: { id } });
  if (reader.status === 'complained') return 'complained';
  if (reader.status !== 'bounced') return null;
  return (await hasHardBounced(tx, reader)) ? 'bounced' : 'soft_bounced';
}

type EventReason = keyof typeof OPT_OUT_KINDS;
const OPT_OUT_KINDS = { complained: 'complaint', bounced: 'hard_bounce', soft_bounced: 'soft_bounce' } as const;

const REASONS: Record<MailEventType, EventReason | null> = {
  complaint: 'complained',
  hard_bounce: 'bounced',
  soft_bounce: null,
  unsubscribe: null,
};

/** True if the address was refused permanently and staff haven't lifted that since. */
export const hasHardBounced = async (tx: Tx, { id, bounce_lifted_at }: Reader) =>
  (await tx.mailEvent.count({
    where: { reader_id: id, type: 'hard_bounce', ...(bounce_lifted_at ? { at: { gt: bounce_lifted_at } } : {}) },
  })) > 0;

/** True if the reader didn't answer our last question and hasn't come back since. */
const isStopped = async (tx: Tx, { id, confirmed_at }: Reader) =>
  (await tx.sunsetQuestion.count({ where: { reader_id: id, outcome: 'sunset', ended_at: { gt: confirmed_at! } } })) > 0;

/**
 * Lifts a bounce on behalf of staff, and returns the new status. Readers get the newsletter again if they had confirmed
 * their last sign-up, and have neither unsubscribed nor been stopped for lack of an answer since; others may sign up
 * again.
 */
export async function liftBounce(
  deps: Pick<Deps, 'now' | 'config'>,
  tx: Tx,
  reader: Reader,
): Promise<Extract<ReaderStatus, 'active' | 'pending' | 'unsubscribed' | 'sunset'>> {
  const { id, email } = reader;
  if (email) await clearBounces(deps, tx, email);
  const status = hasUnsubscribed(reader)
    ? 'unsubscribed'
    : !hasConfirmed(reader)
      ? 'pending'
      : (await isStopped(tx, reader))
        ? 'sunset'
        : 'active';
  await tx.reader.update({ where: { id }, data: { status, soft_bounces: 0, bounce_lifted_at: deps.now() } });
  return status;
}

/**
 * Removes the email addresses that mail servers quote in their responses, because they must not outlive the reader, and
 * truncates the text to 500 characters.
 */
export const sanitizedDiagnostic = (text: string) =>
  text.replace(/[^\s<>"';:,()]+@[^\s<>"';:,()]+/g, '(address)').slice(0, 500);
