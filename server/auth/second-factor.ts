/** The second factor of a staff account: begun, proved, used once per code, and ended. */

import type { User } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import type { SecondFactor } from '#shared/admin.ts';
import type { Account } from './accounts.ts';
import { otpRefused, otpRequired } from './answers.ts';
import { notifyOwner } from './notices.ts';
import { type Refusal, refuseWrongPassword } from './proof.ts';
import type { Session } from './strategies.ts';
import { dropOtherTokens } from './tokens.ts';
import { hashOfRecoveryCode, newRecoveryCodes, newTotp, seal, stepOfCode, unseal } from './totp.ts';

const ISSUER = 'Deckle';
const WRONG_CODE = 'This code is not right. Codes change every 30 seconds and work once.';
/** An authenticator app shows the world's time, whatever the demo's clock says. */
const atNow = () => systemClock.now();

export const hasSecondFactor = (account: Account): account is User =>
  'totp_enabled_at' in account && account.totp_enabled_at !== null;

export const presentSecondFactor = (user: User): SecondFactor => ({
  enabled: user.totp_enabled_at !== null,
  recovery_codes_left: user.totp_enabled_at ? user.recovery_code_hashes.length : 0,
});

/** Asked after the password was right: throws 401 with `code` otp_required or otp_invalid. */
export async function passSecondFactor(deps: Deps, account: Account, otp: unknown) {
  if (!hasSecondFactor(account)) return;
  if (typeof otp !== 'string' || !otp.trim()) throw otpRequired();
  if (!(await takeCode(deps, deps.db, account, otp))) throw otpRefused();
}

/** The same in a form that has a field for it, which `refusal` fills. */
export async function refuseWrongCode(deps: Deps, account: Account, otp: unknown, refusal: Refusal) {
  if (!hasSecondFactor(account)) return;
  if (typeof otp !== 'string' || !otp.trim()) throw refusal({ otp: ["can't be blank"] });
  if (!(await takeCode(deps, deps.db, account, otp))) throw refusal({ otp: [WRONG_CODE] });
}

/** A new secret that counts only once it is proved; beginning again replaces it. */
export async function beginSecondFactor(deps: Deps, { account, id }: Session, password: string) {
  await refuseWrongPassword(account, password, invalid);
  const totp = await newTotp(account.uid, ISSUER);
  const begun = await deps.db.user.updateMany({
    where: { id, totp_enabled_at: null },
    data: { totp_secret: seal(deps.config.appSecret, totp.secret), totp_last_step: null },
  });
  if (!begun.count) throw conflict('The second factor is already on.');
  return totp;
}

/** Turns it on for whoever shows a code of the new secret; answers the recovery codes, the only time they are seen. */
export const confirmSecondFactor = (deps: Deps, session: Session, otp: string) =>
  deps.db.$transaction(async (tx) => {
    const { id } = session;
    const user = await tx.user.findUniqueOrThrow({ where: { id } });
    if (user.totp_enabled_at) throw conflict('The second factor is already on.');
    if (!user.totp_secret) throw conflict('Begin with a new secret first.');
    if (!(await takeTotp(deps, tx, user, otp))) throw invalid({ otp: [WRONG_CODE] });
    const recovery_codes = newRecoveryCodes();
    const on = await tx.user.updateMany({
      where: { id, totp_enabled_at: null },
      data: { totp_enabled_at: deps.now(), recovery_code_hashes: recovery_codes.map(bytesOf) },
    });
    if (!on.count) throw conflict('The second factor is already on.');
    await announce(deps, tx, session, 'second_factor_on');
    return { user: await tx.user.findUniqueOrThrow({ where: { id } }), recovery_codes };
  });

/** New recovery codes; the old ones end. */
export const renewRecoveryCodes = (deps: Deps, session: Session, otp: string) =>
  deps.db.$transaction(async (tx) => {
    const { id, account } = session;
    if (!hasSecondFactor(account)) throw conflict('The second factor is off.');
    if (!(await takeCode(deps, tx, account, otp))) throw invalid({ otp: [WRONG_CODE] });
    const recovery_codes = newRecoveryCodes();
    const user = await tx.user.update({
      where: { id },
      data: { recovery_code_hashes: recovery_codes.map(bytesOf) },
    });
    await announce(deps, tx, session, 'recovery_codes');
    return { user, recovery_codes };
  });

export async function endSecondFactor(
  deps: Deps,
  session: Session,
  { current_password, otp }: { current_password: string; otp: string },
): Promise<User> {
  const { account } = session;
  if (!hasSecondFactor(account)) throw conflict('The second factor is off.');
  await refuseWrongPassword(account, current_password, invalid);
  return deps.db.$transaction(async (tx) => {
    if (!(await takeCode(deps, tx, account, otp))) throw invalid({ otp: [WRONG_CODE] });
    await announce(deps, tx, session, 'second_factor_off');
    return clearSecondFactor(tx, account.id);
  });
}

const ACTIONS = {
  second_factor_on: 'turn_on_second_factor',
  second_factor_off: 'turn_off_second_factor',
  recovery_codes: 'renew_recovery_codes',
} as const;

/** A stolen session that changes the second factor must not go unseen, and no other session outlives the change. */
async function announce(deps: Deps, tx: Tx, session: Session, change: keyof typeof ACTIONS) {
  await audit(tx, deps.now(), { user_id: session.id, action: ACTIONS[change], entity: 'user', entity_id: session.id });
  await dropOtherTokens(tx, session);
  await notifyOwner(deps, tx, session, change);
}

/** Also what an administrator does for somebody who lost the phone and the codes. */
export const clearSecondFactor = (tx: Tx, id: number) =>
  tx.user.update({
    where: { id },
    data: { totp_secret: null, totp_enabled_at: null, totp_last_step: null, recovery_code_hashes: [] },
  });

const takeCode = async (deps: Deps, tx: Tx, user: User, otp: string) =>
  (await takeTotp(deps, tx, user, otp)) || (await takeRecoveryCode(tx, user, otp));

/** The step moves forward by a guarded UPDATE, so that of two who use one code at once one gets in. */
async function takeTotp(deps: Deps, tx: Tx, { id, totp_secret }: User, otp: string) {
  const secret = totp_secret && unseal(deps.config.appSecret, totp_secret);
  const step = secret ? await stepOfCode(secret, otp, atNow()) : null;
  if (step === null) return false;
  const taken = await tx.user.updateMany({
    where: { id, OR: [{ totp_last_step: null }, { totp_last_step: { lt: step } }] },
    data: { totp_last_step: step },
  });
  return taken.count === 1;
}

/** Each works once: whoever takes it out of the row has used it. */
async function takeRecoveryCode(tx: Tx, { id }: User, otp: string) {
  const hash = bytesOf(otp);
  const taken = await tx.$executeRaw`
    update users set recovery_code_hashes = array_remove(recovery_code_hashes, ${hash}::bytea)
    where id = ${id} and ${hash}::bytea = any(recovery_code_hashes)`;
  return taken === 1;
}

const bytesOf = (code: string) => new Uint8Array(hashOfRecoveryCode(code));
