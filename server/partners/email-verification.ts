/** Proof that a partner receives email at their address: a link to a page with a confirmation button. */
import { randomBytes } from 'node:crypto';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { consume, releasePoint } from '#server/platform/http/rate-limits.ts';
import { sha256 } from '#server/platform/signed.ts';
import type { EmailVerification } from '#shared/auth.ts';
import { DAY_MS } from '#shared/durations.ts';
import { paths, serverPaths } from '#shared/paths.ts';

const VALID_DAYS = 7;
/** Maximum age of an account that gets the welcome email. */
const MAX_NEW_ACCOUNT_DAYS = 30;

/**
 * Marks the address as unverified and emails a new link, which replaces the previous one. The email omits the partner's
 * name, because anyone can sign up with a stranger's address.
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
  await enqueueEmail(deps, tx, {
    to: uid,
    owner: { partner_id: id },
    template: 'email_verification',
    props: { is_new_account, verify_url: deps.config.appUrl + serverPaths.verifyEmail(token), days: VALID_DAYS },
  });
}

const mailboxKey = (address: string) => `mailbox:${address.trim().toLowerCase()}`;

/**
 * Limits how many emails one mailbox gets from any number of accounts, and how many one account can trigger to all
 * addresses together.
 */
export async function limitVerifications({ limits }: Pick<Deps, 'limits'>, { id, uid }: { id?: number; uid: string }) {
  if (id !== undefined) await consume(limits.verifications, String(id));
  await consume(limits.verifications, mailboxKey(uid));
}

/**
 * Refunds the mailbox's point. Called if the address belongs to another account, whose owner must still be able to
 * request links.
 */
export const refundVerification = ({ limits }: Pick<Deps, 'limits'>, uid: string) =>
  releasePoint(limits.verifications, mailboxKey(uid));

export async function resendVerification(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'limits'>,
  id: number,
): Promise<EmailVerification> {
  await limitVerifications(deps, await deps.db.partner.findUniqueOrThrow({ where: { id } }));
  await deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`select id from partners where id = ${id} for update`;
    const partner = await tx.partner.findUniqueOrThrow({ where: { id } });
    if (partner.email_verified_at) throw conflict('This address is already verified. There’s nothing left to do.');
    await sendVerification(deps, tx, partner, { is_new_account: false });
  });
  return loadVerification(deps, id);
}

/** Marks the address as verified, and welcomes a new partner. Pressing the button twice succeeds twice. */
export async function verifyEmail(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>, token: string) {
  const verification_hash = hashOf(token);
  const verification_sent_at = { gte: new Date(deps.now().getTime() - VALID_DAYS * DAY_MS) };
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.partner.updateMany({
      where: { verification_hash, verification_sent_at, email_verified_at: null, deleted_at: null },
      data: { email_verified_at: deps.now() },
    });
    if (count) await welcomePartner(deps, tx, verification_hash);
  });
  const partner = await deps.db.partner.findUnique({ where: { verification_hash } });
  if (!partner?.email_verified_at)
    throw invalid({ token: ['This link doesn’t work anymore. Sign in to get a new one.'] });
}

/** Emails a welcome once per account, and none to accounts that aren't new, such as old ones with a new address. */
async function welcomePartner(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  verification_hash: Uint8Array<ArrayBuffer>,
) {
  const partner = await tx.partner.findUniqueOrThrow({ where: { verification_hash } });
  if (deps.now().getTime() - partner.created_at.getTime() > MAX_NEW_ACCOUNT_DAYS * DAY_MS) return;
  const { appUrl } = deps.config;
  await enqueueEmail(deps, tx, {
    ...toPartner(partner),
    template: 'partner_welcome',
    once: `partner-welcome-${partner.id}`,
    props: {
      partner_name: partner.name,
      book_new_url: appUrl + paths.partnerBookNew(),
      requirements_url: appUrl + paths.promotionRequirements(),
      billing_url: appUrl + paths.billing(),
    },
  });
}

export async function loadVerification({ db }: Pick<Deps, 'db'>, id: number): Promise<EmailVerification> {
  const { uid, email_verified_at } = await db.partner.findUniqueOrThrow({ where: { id } });
  return { email: uid, verified_at: email_verified_at?.toISOString() ?? null };
}

const hashOf = (token: string) => new Uint8Array(sha256(token));
