/** A partner's own account: made, changed, closed. */

import { randomBytes } from 'node:crypto';
import type { Partner } from '#prisma';
import { forgetInTrail } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { SignUp } from '#shared/auth.ts';

/** Makes the partner; throws when the address is taken, as `isEmailTaken` tells. */
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

/** `aff_id` carries a partner's referral code, or an id from older links. An unknown one is no reason to refuse a sign-up. */
async function referrerOf(tx: Tx, referrer: string | number | null | undefined) {
  if (referrer === null || referrer === undefined || referrer === '' || String(referrer).includes('\0')) return null;
  const id = Number(referrer);
  const found = await tx.partner.findFirst({
    where: {
      deleted_at: null,
      OR: [
        { referral_code: String(referrer).toLowerCase() },
        ...(Number.isInteger(id) && id > 0 && id < 2 ** 31 ? [{ id }] : []),
      ],
    },
    select: { id: true },
  });
  return found?.id ?? null;
}

/**
 * Closes the account: nobody signs in any more, its address is free again, its books are not shown, and its mails and what its
 * authors told of themselves are gone. What was invoiced stays (law of the ledger), and with it the titles and pen names.
 */
export async function closePartner(deps: Pick<Deps, 'now'>, tx: Tx, id: number) {
  // Notices under way still arrive: a thief who took the account over must not silence them by closing it.
  await tx.mail.updateMany({
    where: { partner_id: id, template: 'account_notice', state: 'queued' },
    data: { partner_id: null },
  });
  await tx.mail.deleteMany({ where: { partner_id: id } });
  await tx.book.updateMany({ where: { partner_id: id }, data: { status: 'archived' } });
  await tx.author.updateMany({ where: { partner_id: id }, data: UNTOLD });
  await tx.partner.update({
    where: { id },
    data: {
      deleted_at: deps.now(),
      uid: `closed-${id}@invalid`,
      name: 'Closed account',
      website: null,
      country: null,
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
  await forgetInTrail(tx, 'partner', id);
}

const UNTOLD = {
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
