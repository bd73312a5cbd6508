/** Proof that a partner receives email at their address: a link to a page with a confirmation button. */
import { randomBytes } from 'node:crypto';
import { enqueueMail } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { giveBack, take } from '#server/platform/http/rate-limits.ts';
import { sha256 } from '#server/platform/signed.ts';
import type { EmailVerification } from '#shared/auth.ts';
import { DAY_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';

const VALID_DAYS = 7;

/**
 * Emails a new link, which replaces the previous one. It omits the partner's name, because strangers can be signed up
 * too.
 */
export async function sendVerification(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  { id, uid }: { id: number; uid: string },
  { is_new_account }: { is_new_account: boolean },
) {
  const token = randomBytes(24).toString('base64url');
  await tx.partner.update({
    where: { id },
    data: { email_verified_at: null, verification_hash: hashOf(token), verification_sent_at: deps.now() },
  });
  await enqueueMail(deps, tx, {
    to: uid,
    owner: { partner_id: id },
    template: 'email_verification',
    props: { is_new_account, verify_url: deps.config.appUrl + paths.verifyEmail(token), days: VALID_DAYS },
  });
}

const mailboxKey = (address: string) => `mailbox:${address.trim().toLowerCase()}`;

/**
 * Limits the emails to one mailbox from any number of accounts, and the emails one account can trigger to any address.
 */
export async function limitVerifications({ limits }: Pick<Deps, 'limits'>, { id, uid }: { id?: number; uid: string }) {
  if (id !== undefined) await take(limits.verifications, String(id));
  await take(limits.verifications, mailboxKey(uid));
}

/**
 * Refunds the limit for an address that belongs to another account, whose owner must still be able to request links.
 */
export const forgiveMailbox = ({ limits }: Pick<Deps, 'limits'>, uid: string) =>
  giveBack(limits.verifications, mailboxKey(uid));

export async function resendVerification(deps: Deps, id: number): Promise<EmailVerification> {
  await limitVerifications(deps, await deps.db.partner.findUniqueOrThrow({ where: { id } }));
  await deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`select id from partners where id = ${id} for update`;
    const partner = await tx.partner.findUniqueOrThrow({ where: { id } });
    if (partner.email_verified_at) throw conflict('This address is already verified. There’s nothing left to do.');
    await sendVerification(deps, tx, partner, { is_new_account: false });
  });
  return verificationOf(deps, id);
}

/** Marks the address as verified. Pressing the button twice succeeds twice. */
export async function verifyEmail(deps: Pick<Deps, 'db' | 'now'>, token: string) {
  const verification_hash = hashOf(token);
  const verification_sent_at = { gte: new Date(deps.now().getTime() - VALID_DAYS * DAY_MS) };
  await deps.db.partner.updateMany({
    where: { verification_hash, verification_sent_at, email_verified_at: null, deleted_at: null },
    data: { email_verified_at: deps.now() },
  });
  const partner = await deps.db.partner.findUnique({ where: { verification_hash } });
  if (!partner?.email_verified_at)
    throw invalid({ token: ['This link doesn’t work anymore. Sign in to get a new one.'] });
}

export async function verificationOf({ db }: Pick<Deps, 'db'>, id: number): Promise<EmailVerification> {
  const { uid, email_verified_at } = await db.partner.findUniqueOrThrow({ where: { id } });
  return { email: uid, verified_at: email_verified_at?.toISOString() ?? null };
}

const hashOf = (token: string) => new Uint8Array(sha256(token));
