/** Creates and closes partner accounts. */

import { randomBytes } from 'node:crypto';
import type { Partner } from '#prisma';
import { closedAddress } from '#server/emails/enqueue.ts';
import { redactAuditEvents } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { SignUp } from '#shared/auth.ts';

/** Creates the partner; throws an error that `isEmailTaken` recognizes if the address is taken. */
export async function createPartner(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { encrypted_password, ...input }: Omit<SignUp, 'password' | 'password_confirmation'> & { encrypted_password: string },
): Promise<Partner> {
  const { email, referrer_id, ...fields } = input;
  return tx.partner.create({
    data: {
      ...fields,
      uid: email.toLowerCase(),
      encrypted_password,
      referral_code: randomBytes(6).toString('base64url').replace(/[-_]/g, 'x').toLowerCase(),
      referrer_id: await referrerOf(tx, referrer_id),
      email_verified_at: null,
      last_sign_in_at: deps.now(),
    },
  });
}

/**
 * Finds the referrer by `aff_id`: a referral code, or an id from older links. An unknown one doesn't block the sign-up.
 */
async function referrerOf(tx: Tx, referrer: string | number | null | undefined) {
  if (referrer === null || referrer === undefined || referrer === '' || String(referrer).includes('\0')) return null;
  const id = Number(referrer);
  const match = await tx.partner.findFirst({
    where: {
      deleted_at: null,
      OR: [
        { referral_code: String(referrer).toLowerCase() },
        ...(Number.isInteger(id) && id > 0 && id < 2 ** 31 ? [{ id }] : []),
      ],
    },
    select: { id: true },
  });
  return match?.id ?? null;
}

/**
 * Closes the account: sign-in is disabled, the address becomes available again, and books are archived. Emails, API
 * keys, webhook endpoints, notes, waiting-list entries, and sales figures are deleted, and author profiles are cleared
 * except for their names. Audited values of the account and its profiles are erased. Invoices stay because bookkeeping
 * requires them, and with them titles and pen names.
 */
export async function closePartner(deps: Pick<Deps, 'now'>, tx: Tx, id: number) {
  // Queued notices are still sent: a thief who took over the account must not be able to stop them by closing it.
  await tx.mail.updateMany({
    where: { partner_id: id, template: 'account_notice', state: 'queued' },
    data: { partner_id: null },
  });
  await tx.mail.deleteMany({ where: { partner_id: id } });
  await tx.idempotencyKey.deleteMany({ where: { caller: `partner:${id}` } });
  await tx.apiKey.deleteMany({ where: { partner_id: id } });
  await tx.webhookEndpoint.deleteMany({ where: { partner_id: id } });
  await tx.internalNote.deleteMany({ where: { partner_id: id } });
  await tx.waitingEntry.deleteMany({ where: { partner_id: id } });
  await tx.promotionResult.deleteMany({ where: { promotion: { partner_id: id } } });
  await tx.salesMapping.deleteMany({ where: { partner_id: id } });
  await tx.book.updateMany({ where: { partner_id: id }, data: { status: 'archived' } });
  await tx.author.updateMany({ where: { partner_id: id }, data: CLEARED_PROFILE });
  await tx.partner.update({
    where: { id },
    data: {
      deleted_at: deps.now(),
      uid: closedAddress(id),
      name: 'Deleted account',
      website: null,
      country: null,
      billing_name: null,
      tax_number: null,
      utm_source: null,
      subscribe_me: false,
      reminder_emails: false,
      recapture_emails: false,
      verification_hash: null,
      totp_secret: null,
      totp_enabled_at: null,
      totp_last_step: null,
      recovery_code_hashes: [],
    },
  });
  await redactAuditEvents(tx, 'partner', id);
  const authors = await tx.author.findMany({ where: { partner_id: id }, select: { id: true } });
  await redactAuditEvents(tx, 'author', ...authors.map((author) => author.id));
}

const CLEARED_PROFILE = {
  bio: '',
  photo: null,
  website: null,
  amazon_url: null,
  goodreads_url: null,
  bookbub_url: null,
  facebook_url: null,
  instagram_url: null,
  tiktok_url: null,
};

export const isEmailTaken = (error: unknown) => isUniqueViolation(error, 'partners_uid_key');
