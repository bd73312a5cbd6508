/**
 * Changes to one's own account, and the closing of a partner's. See docs/decisions/0043-erase-people-keep-the-books.md.
 */
import type { Account } from '#server/auth/accounts.ts';
import { passwordColumns } from '#server/auth/accounts.ts';
import { hashPassword, passwordProblems } from '#server/auth/passwords.ts';
import type { Session } from '#server/auth/strategies.ts';
import { issueToken, revokeOtherTokens, revokeTokens } from '#server/auth/tokens.ts';
import { schedulePhotoRemovalOf } from '#server/authors/photos.ts';
import { scheduleCustomerRemoval } from '#server/billing/customer-removal.ts';
import { limitVerifications, refundVerification, sendVerification } from '#server/partners/email-verification.ts';
import { closePartner } from '#server/partners/service.ts';
import { auditStaff } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/database.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { unprintableIn } from '#server/platform/noto-fonts.ts';
import { recordSecurityEvent } from '#server/platform/security-log.ts';
import { countUnfinished } from '#server/promotions/queries.ts';
import { lockBookings } from '#server/promotions/transition.ts';
import { endEntriesOf } from '#server/promotions/waiting-list.ts';
import type { AccountDeletion, AccountUpdate } from '#shared/auth.ts';
import { accountRefused, cannotDestroy, openPromotionsError, userNotFound } from './auth-errors.ts';
import { notifyOwner } from './notices.ts';
import { limitProofs, passwordOwnerOf, refuseWrongPassword } from './reauthenticate.ts';
import { refuseWrongCode } from './second-factor.ts';
import type { NewSession } from './service.ts';
import { EMAIL_TAKEN } from './sign-up.ts';

/**
 * Changes the submitted fields. A new address or password requires the current password, and the second factor if it is
 * on, and ends all other sessions.
 */
export async function updateAccount(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'metrics' | 'queue' | 'config' | 'limits'>,
  session: Session,
  input: AccountUpdate,
): Promise<NewSession> {
  const { email, current_password, otp, password, password_confirmation, ...fields } = input;
  await refuseUnprintable(fields.billing_name);
  const uid = email?.toLowerCase();
  const isNewAddress = uid !== undefined && uid !== session.account.uid.toLowerCase();
  const needsPassword = isNewAddress || password !== undefined;
  const owner = {
    ...passwordOwnerOf(session),
    ...(fields.name ? { name: fields.name } : {}),
    ...(email ? { email } : {}),
  };
  const problems = password === undefined ? {} : await passwordProblems(password, password_confirmation, owner);
  if (Object.keys(problems).length) throw accountRefused(problems);
  if (needsPassword) await proveOwner(deps, session, { current_password, otp });
  const needsVerification = isNewAddress && session.role === 'partner';
  if (needsVerification) await limitVerifications(deps, { id: session.id, uid });
  const encrypted_password = password === undefined ? undefined : await hashPassword(password);
  try {
    return await deps.db.$transaction(async (tx) => {
      const account: Account =
        session.role === 'partner'
          ? await tx.partner.update({
              where: { id: session.id },
              data: { ...fields, uid, ...passwordColumns('partner', encrypted_password) },
            })
          : await tx.user.update({
              where: { id: session.id },
              data: { name: fields.name, uid, ...passwordColumns('user', encrypted_password) },
            });
      // A password change locks the account, then ends the sessions. If one finished first, this session has ended.
      if (!(await tx.authToken.count({ where: { id: session.token.id } }))) throw userNotFound();
      await auditStaff(tx, deps.now(), session, {
        action: 'update',
        entity: 'user',
        entity_id: session.id,
        before: auditedFields(session.account, false),
        after: auditedFields(account, encrypted_password !== undefined),
      });
      if (isNewAddress) await completeAddressChange(deps, tx, session, account);
      if (!encrypted_password) return { account, issued: session.token };
      await notifyOwner(deps, tx, session, 'password');
      await revokeTokens(tx, deps.now(), session);
      await recordSecurityEvent(deps, tx, { kind: 'password_changed', actor: `${session.role}:${session.id}` });
      return { account, issued: await issueToken(tx, deps.now(), session) };
    });
  } catch (error) {
    if (!isUniqueViolation(error, `${session.role}s_uid_key`)) throw error;
    if (needsVerification) await refundVerification(deps, uid);
    throw accountRefused(EMAIL_TAKEN);
  }
}

/** Refuses a billing name that the invoice's fonts can't print. */
async function refuseUnprintable(billing_name: string | null | undefined) {
  const missing = billing_name ? await unprintableIn(billing_name) : [];
  if (missing.length === 0) return;
  const letters = missing.slice(0, 5).join(' ');
  throw accountRefused({
    billing_name: [`has characters that we can’t print on an invoice (${letters}). Please use Latin letters.`],
  });
}

/**
 * Ends the other sessions, and revokes emailed links and API keys. Notifies the old address, and asks a partner to
 * verify the new one; staff get a notice there, too.
 */
async function completeAddressChange(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  session: Session,
  account: Account,
) {
  await revokeOtherTokens(tx, deps.now(), session);
  await notifyOwner(deps, tx, session, 'email', { new_email: account.uid });
  if (session.role === 'partner') await sendVerification(deps, tx, account, { is_new_account: false });
  else await notifyOwner(deps, tx, session, 'email', { to: account.uid, new_email: account.uid });
}

/**
 * Refuses a wrong password or code, rate-limited like a sign-in. The code is checked last because it works only once.
 */
const proveOwner = (
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'metrics' | 'config' | 'limits'>,
  session: Session,
  { current_password, otp }: AccountDeletion,
) =>
  limitProofs(deps, session, async () => {
    await refuseWrongPassword(session.account, current_password, accountRefused);
    await refuseWrongCode(deps, session, otp, accountRefused);
  });

/** Account fields that the audit log may hold. */
const auditedFields = ({ name, uid }: Account, password_changed: boolean) => ({ name, uid, password_changed });

/**
 * Closes the account. Refused without the current password and, if it is on, the second factor, and while a promotion
 * could still cost the partner money.
 */
export async function closeAccount(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'metrics' | 'queue' | 'config' | 'limits'>,
  session: Session,
  proof: AccountDeletion,
) {
  await proveOwner(deps, session, proof);
  await deps.db.$transaction(async (tx) => {
    await lockBookings(tx, session.id);
    // Another closing or a password change may have ended this session before the lock.
    if (!(await tx.authToken.count({ where: { id: session.token.id } }))) throw cannotDestroy();
    if (await countUnfinished(tx, session.id)) throw openPromotionsError();
    await revokeTokens(tx, deps.now(), session);
    await scheduleCustomerRemoval(deps, tx, session.id);
    await endEntriesOf(tx, deps.now(), session.id);
    await schedulePhotoRemovalOf(deps, tx, session.id);
    await closePartner(deps, tx, session.id);
    await notifyOwner(deps, tx, session, 'closed');
  });
}
