/** Second factor of a partner's or staff account: set up, verified, and turned off. Each code works once. */

import { Prisma } from '#prisma';
import { type Account, accountsOf } from '#server/auth/accounts.ts';
import type { Session } from '#server/auth/strategies.ts';
import { lockSession, revokeOtherTokens, revokeTokens } from '#server/auth/tokens.ts';
import { hashOfRecoveryCode, newRecoveryCodes, newTotp, seal, stepOfCode, unseal } from '#server/auth/totp.ts';
import { auditBy } from '#server/platform/audit.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { recordSecurityEvent } from '#server/platform/security-log.ts';
import type { Role } from '#shared/auth.ts';
import { SITE_NAME } from '#shared/business.ts';
import type { SecondFactor } from '#shared/second-factor.ts';
import { otpRefused, otpRequired } from './auth-errors.ts';
import { notifyOwner } from './notices.ts';
import { type RefusalFactory, refuseWrongPassword } from './reauthenticate.ts';

const WRONG_CODE = 'That code isn’t right. Codes change every 30 seconds and work once.';
/** Authenticator apps use real time, even if the demo clock is offset. */
const realNow = () => systemClock.now();

type Owner = { role: Role; account: Account };

export const hasSecondFactor = ({ totp_enabled_at }: Account) => totp_enabled_at !== null;

export const presentSecondFactor = (account: Account): SecondFactor => ({
  enabled: hasSecondFactor(account),
  recovery_codes_left: hasSecondFactor(account) ? account.recovery_code_hashes.length : 0,
});

/**
 * Verifies the code if the second factor is on; callers check the password or emailed link first. Throws 401 with
 * `code` otp_required or otp_invalid.
 */
export async function verifySecondFactor(deps: Pick<Deps, 'db' | 'config'>, owner: Owner, otp: unknown) {
  if (!hasSecondFactor(owner.account)) return;
  if (typeof otp !== 'string' || !otp.trim()) throw otpRequired();
  if (!(await consumeCode(deps, deps.db, owner, otp))) throw otpRefused();
}

/** Like `verifySecondFactor`, for a form that has a field for the code; `refusal` builds the error. */
export async function refuseWrongCode(
  deps: Pick<Deps, 'db' | 'config'>,
  owner: Owner,
  otp: unknown,
  refusal: RefusalFactory,
) {
  if (!hasSecondFactor(owner.account)) return;
  if (typeof otp !== 'string' || !otp.trim()) throw refusal({ otp: ["can't be blank"] });
  if (!(await consumeCode(deps, deps.db, owner, otp))) throw refusal({ otp: [WRONG_CODE] });
}

/** Creates a secret that takes effect once a code confirms it. Calling this again replaces the secret. */
export async function beginSecondFactor(deps: Pick<Deps, 'db' | 'config'>, session: Session, password: string) {
  await refuseWrongPassword(session.account, password, invalid);
  const totp = await newTotp(session.account.uid, SITE_NAME);
  const data = { totp_secret: seal(deps.config.appSecret, totp.secret), totp_last_step: null };
  if (!(await updateAccount(deps.db, session, IF_OFF, data)))
    throw conflict('Two-factor authentication is already on.');
  return totp;
}

/** Turns the second factor on with a code of the new secret. Returns the recovery codes, which aren't shown again. */
export const confirmSecondFactor = (
  deps: Pick<Deps, 'db' | 'now' | 'metrics' | 'queue' | 'config'>,
  session: Session,
  otp: string,
) =>
  deps.db.$transaction(async (tx) => {
    // The lock keeps the secret from being replaced after the code is checked.
    await accountsOf(tx, session.role).lock(tx, session.id);
    const account = await readAccount(tx, session);
    if (hasSecondFactor(account)) throw conflict('Two-factor authentication is already on.');
    if (!account.totp_secret) throw conflict('Request a new secret first.');
    if (!(await consumeTotp(deps, tx, { role: session.role, account }, otp))) throw invalid({ otp: [WRONG_CODE] });
    const recovery_codes = newRecoveryCodes();
    const data = { totp_enabled_at: deps.now(), recovery_code_hashes: recovery_codes.map(hashBytesOf) };
    await updateAccount(tx, session, {}, data);
    await auditAndNotify(deps, tx, session, 'second_factor_on');
    return { account: await readAccount(tx, session), recovery_codes };
  });

/** Replaces the recovery codes. */
export const renewRecoveryCodes = (
  deps: Pick<Deps, 'db' | 'now' | 'metrics' | 'queue' | 'config'>,
  session: Session,
  otp: string,
) =>
  deps.db.$transaction(async (tx) => {
    if (!hasSecondFactor(session.account)) throw conflict('Two-factor authentication is off.');
    if (!(await consumeCode(deps, tx, session, otp))) throw invalid({ otp: [WRONG_CODE] });
    const recovery_codes = newRecoveryCodes();
    await updateAccount(tx, session, {}, { recovery_code_hashes: recovery_codes.map(hashBytesOf) });
    await auditAndNotify(deps, tx, session, 'recovery_codes');
    return { account: await readAccount(tx, session), recovery_codes };
  });

export async function endSecondFactor(
  deps: Pick<Deps, 'db' | 'now' | 'metrics' | 'queue' | 'config'>,
  session: Session,
  { current_password, otp }: { current_password: string; otp: string },
): Promise<Account> {
  if (!hasSecondFactor(session.account)) throw conflict('Two-factor authentication is off.');
  await refuseWrongPassword(session.account, current_password, invalid);
  return deps.db.$transaction(async (tx) => {
    if (!(await consumeCode(deps, tx, session, otp))) throw invalid({ otp: [WRONG_CODE] });
    await auditAndNotify(deps, tx, session, 'second_factor_off');
    await clearSecondFactor(tx, session);
    return readAccount(tx, session);
  });
}

const ACTIONS = {
  second_factor_on: 'turn_on_second_factor',
  second_factor_off: 'turn_off_second_factor',
  recovery_codes: 'renew_recovery_codes',
} as const;

/**
 * Audits and emails the change, ends all other sessions, and revokes API keys, so that a stolen session can't change
 * the second factor unnoticed.
 */
async function auditAndNotify(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'metrics'>,
  tx: Tx,
  session: Session,
  change: keyof typeof ACTIONS,
) {
  const { role, id } = session;
  // The account is already locked. If a password change finished first, it has ended this session.
  await lockSession(tx, session);
  await auditBy(tx, deps.now(), { role, id }, { action: ACTIONS[change], entity: role, entity_id: id });
  await revokeOtherTokens(tx, deps.now(), session);
  if (change !== 'recovery_codes') await recordSecurityEvent(deps, tx, { kind: change, actor: `${role}:${id}` });
  await notifyOwner(deps, tx, session, change);
}

/** Removes the second factor of someone who lost both phone and recovery codes, on behalf of administrator `actor`. */
export async function resetSecondFactor(
  deps: Pick<Deps, 'now' | 'queue' | 'config' | 'metrics'>,
  tx: Tx,
  owner: Owner & { id: number },
  actor: { id: number },
) {
  const { role, id } = owner;
  await clearSecondFactor(tx, owner);
  await revokeTokens(tx, deps.now(), owner);
  const detail = `Reset by user:${actor.id}`;
  await recordSecurityEvent(deps, tx, { kind: 'second_factor_off', actor: `${role}:${id}`, detail });
  await notifyOwner(deps, tx, owner, 'second_factor_reset');
}

const clearSecondFactor = (tx: Tx, owner: { role: Role; id: number }) =>
  updateAccount(
    tx,
    owner,
    {},
    { totp_secret: null, totp_enabled_at: null, totp_last_step: null, recovery_code_hashes: [] },
  );

const consumeCode = async (deps: Pick<Deps, 'config'>, tx: Tx, owner: Owner, otp: string) =>
  (await consumeTotp(deps, tx, owner, otp)) || (await consumeRecoveryCode(tx, owner, otp));

/** Consumes a TOTP code. A guarded UPDATE moves the step forward, so only one of two simultaneous uses succeeds. */
async function consumeTotp(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  { role, account: { id, totp_secret } }: Owner,
  otp: string,
) {
  const secret = totp_secret && unseal(deps.config.appSecret, totp_secret);
  const step = secret ? await stepOfCode(secret, otp, realNow()) : null;
  if (step === null) return false;
  const isNewer = { OR: [{ totp_last_step: null }, { totp_last_step: { lt: step } }] };
  return updateAccount(tx, { role, id }, isNewer, { totp_last_step: step });
}

const TABLES = { partner: Prisma.raw('partners'), user: Prisma.raw('users') };

/** Consumes a recovery code by removing it from the row. */
async function consumeRecoveryCode(tx: Tx, { role, account: { id } }: Owner, otp: string) {
  const hash = hashBytesOf(otp);
  const claimedRows = await tx.$executeRaw`
    update ${TABLES[role]} set recovery_code_hashes = array_remove(recovery_code_hashes, ${hash}::bytea)
    where id = ${id} and ${hash}::bytea = any(recovery_code_hashes)`;
  return claimedRows === 1;
}

const hashBytesOf = (code: string) => new Uint8Array(hashOfRecoveryCode(code));

const IF_OFF = { totp_enabled_at: null };
type Guard = { totp_enabled_at?: null; OR?: { totp_last_step: null | { lt: number } }[] };
type Columns = Partial<
  Pick<Account, 'totp_secret' | 'totp_enabled_at' | 'totp_last_step'> & {
    recovery_code_hashes: Uint8Array<ArrayBuffer>[];
  }
>;

/** Updates the account's columns if it still matches `guard`; returns true if it did. */
async function updateAccount(tx: Tx, { role, id }: { role: Role; id: number }, guard: Guard, data: Columns) {
  const where = { ...guard, id };
  const { count } = await (role === 'partner'
    ? tx.partner.updateMany({ where, data })
    : tx.user.updateMany({ where, data }));
  return count === 1;
}

async function readAccount(tx: Tx, { role, id }: { role: Role; id: number }): Promise<Account> {
  const account = await accountsOf(tx, role).findById(id);
  if (!account) throw conflict('This account is no longer active.');
  return account;
}
