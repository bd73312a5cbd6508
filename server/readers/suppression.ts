/** Suppressed addresses. Only a keyed hash is stored, so that it can outlive the reader's erasure. */
import type { Reader, Suppression } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { mac } from '#server/platform/signed.ts';
import { DAY_MS } from '#shared/durations.ts';
import { withdrawQueuedEmails } from './welcome.ts';

/**
 * `unanswered`: an imported reader who didn't answer our permission emails. These, `unsubscribed`, and `erased`
 * addresses may sign up again right away, and `soft_bounced` ones after 30 days. Imports leave out every suppressed
 * address, whatever the reason.
 */
export type SuppressionReason = 'unsubscribed' | 'erased' | 'unanswered' | 'soft_bounced' | 'bounced' | 'complained';

/** Someone who signs up again after this time has probably emptied the full mailbox. */
const SOFT_BOUNCE_MS = 30 * DAY_MS;

export const emailHash = ({ config }: Pick<Deps, 'config'>, email: string) =>
  new Uint8Array(mac(config.appSecret, 'suppression', email.toLowerCase()));

export const findSuppression = (deps: Pick<Deps, 'config'>, tx: Tx, email: string) =>
  tx.suppression.findUnique({ where: { email_hash: emailHash(deps, email) } });

/** `at` is the time of the last soft bounce. */
export const isSoftBounceOver = (now: Date, at: Date) => now.getTime() - at.getTime() >= SOFT_BOUNCE_MS;

/**
 * True if the person only left, was erased, never answered, or had a full mailbox at least 30 days ago, so that they
 * may come back themselves.
 */
export const canReturn = (now: Date, { reason, at }: Suppression) =>
  ['unsubscribed', 'erased', 'unanswered'].includes(reason) || (reason === 'soft_bounced' && isSoftBounceOver(now, at));

/** The stored reasons that a new reason replaces. Any other stored reason stays. */
const REPLACEABLE_REASONS: Record<SuppressionReason, SuppressionReason[]> = {
  unsubscribed: [],
  erased: [],
  unanswered: [],
  soft_bounced: ['erased', 'unanswered', 'soft_bounced'],
  bounced: ['erased', 'unanswered', 'soft_bounced'],
  complained: ['unsubscribed', 'erased', 'unanswered', 'soft_bounced', 'bounced', 'complained'],
};

export async function suppressAddress(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  { email, reason }: { email: string; reason: SuppressionReason },
) {
  await suppressHash(deps, tx, { email_hash: emailHash(deps, email), reason });
}

/** Suppresses an address by its hash, for callers that don't know the address. */
export async function suppressHash(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { email_hash, reason }: { email_hash: Uint8Array<ArrayBuffer>; reason: SuppressionReason },
) {
  // In one statement, so that a complaint also replaces a bounce that another transaction is recording.
  await tx.$executeRaw`
    insert into suppressions (email_hash, reason, at) values (${email_hash}, ${reason}, ${deps.now()})
    on conflict (email_hash) do update set reason = excluded.reason, at = excluded.at
    where suppressions.reason = any(${REPLACEABLE_REASONS[reason]})`;
}

/** Suppresses a reader on behalf of staff, as permanently as a complaint does. Returns the changed reader. */
export async function suppressReader(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  { id, email, reason }: Pick<Reader, 'id'> & { email: string; reason: string },
): Promise<Reader> {
  await suppressAddress(deps, tx, { email, reason: 'complained' });
  await withdrawQueuedEmails(tx, id);
  return tx.reader.update({
    where: { id },
    data: { status: 'unsubscribed', unsubscribed_at: deps.now(), unsubscribe_reason: reason },
  });
}

/** Removes bounce suppressions; a complaint stays. */
export const clearBounces = (deps: Pick<Deps, 'config'>, tx: Tx, email: string) =>
  tx.suppression.deleteMany({
    where: { email_hash: emailHash(deps, email), reason: { in: ['bounced', 'soft_bounced'] } },
  });
