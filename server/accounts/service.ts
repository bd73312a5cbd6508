/** Signing in and out, and setting a password, for both roles. */

import { type Account, accountsOf } from '#server/auth/accounts.ts';
import type { Origin } from '#server/auth/origin.ts';
import { hashPassword, passwordProblems } from '#server/auth/passwords.ts';
import type { Session } from '#server/auth/strategies.ts';
import { deleteToken, endViews, type IssuedToken, issueToken, revokeTokens } from '#server/auth/tokens.ts';
import { auditStaff } from '#server/platform/audit.ts';
import type { Deps } from '#server/platform/deps.ts';
import { recordSecurityEvent } from '#server/platform/security-log.ts';
import type { Role } from '#shared/auth.ts';
import { badCredentials, otpRequired, passwordRefused, passwordsMissing, unauthorized } from './auth-errors.ts';
import { notifyOwner } from './notices.ts';
import { limitProofs, passwordOwnerOf, refuseWrongPassword } from './reauthenticate.ts';
import { hasSecondFactor, verifySecondFactor } from './second-factor.ts';

export type NewSession = { account: Account; issued: IssuedToken };

/**
 * Starts a session, unless since it was verified the account got a new password or second factor, or was closed,
 * blocked, or disabled.
 */
export const signIn = (
  deps: Pick<Deps, 'db' | 'now' | 'metrics'>,
  role: Role,
  verified: Account,
  origin: Origin,
): Promise<NewSession> =>
  deps.db.$transaction(async (tx) => {
    const account = await accountsOf(deps.db, role).recordSignIn(tx, verified, deps.now());
    if (!account) throw badCredentials();
    if (hasSecondFactor(account) && Number(account.totp_enabled_at) !== Number(verified.totp_enabled_at))
      throw otpRequired();
    const { id } = account;
    await recordSecurityEvent(deps, tx, { kind: 'sign_in', actor: `${role}:${id}` });
    return { account, issued: await issueToken(tx, deps.now(), { role, id, origin }) };
  });

/** Returns false if the session had already ended. Also ends a staff member's views of partners' screens. */
export const signOut = ({ db }: Pick<Deps, 'db'>, { role, id, token }: Session) =>
  db.$transaction(async (tx) => {
    if (role === 'user') await endViews(tx, id);
    return deleteToken(tx, token.id);
  });

const PASSWORD_SETTING_SCOPES: ReadonlySet<string> = new Set(['session', 'password_reset']);
type NewPassword = { password?: unknown; password_confirmation?: unknown; current_password?: unknown; otp?: unknown };

/** Sets the password from a session or a reset token, revokes all tokens and API keys, and starts a new session. */
export async function setPassword(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'metrics' | 'queue' | 'config' | 'limits'>,
  session: Session | null,
  { password, password_confirmation, ...proof }: NewPassword,
): Promise<NewSession> {
  if (!session || !PASSWORD_SETTING_SCOPES.has(session.token.scope)) throw unauthorized();
  if (typeof password !== 'string' || typeof password_confirmation !== 'string') throw passwordsMissing();
  const problems = await passwordProblems(password, password_confirmation, passwordOwnerOf(session));
  if (Object.keys(problems).length) throw passwordRefused(problems);
  await proveOwner(deps, session, proof);
  const encrypted = await hashPassword(password);
  return deps.db.$transaction(async (tx) => {
    // Comes first, because it locks the account: a request that holds the lock may be issuing a token, which must be
    // revoked, too.
    const account = await accountsOf(deps.db, session.role).setPassword(tx, session.id, encrypted);
    if (!(await deleteToken(tx, session.token.id))) throw unauthorized();
    await revokeTokens(tx, deps.now(), session);
    const auditEntry = { action: 'update', entity: 'user', entity_id: session.id, after: { password_changed: true } };
    await auditStaff(tx, deps.now(), session, auditEntry);
    const kind = session.token.scope === 'session' ? 'password_changed' : 'reset_used';
    await recordSecurityEvent(deps, tx, { kind, actor: `${session.role}:${session.id}` });
    await notifyOwner(deps, tx, session, 'password');
    return { account, issued: await issueToken(tx, deps.now(), session) };
  });
}

/**
 * A session requires the old password; the emailed link proves the mailbox. Each is one factor, so a second one is
 * required if it is on.
 */
async function proveOwner(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'metrics' | 'config' | 'limits'>,
  session: Session,
  { current_password, otp }: NewPassword,
) {
  const { account, token } = session;
  const hasEmailedLink = token.scope === 'password_reset';
  if (hasEmailedLink && !hasSecondFactor(account)) return;
  await limitProofs(deps, session, async () => {
    if (!hasEmailedLink) await refuseWrongPassword(account, current_password, passwordRefused);
    await verifySecondFactor(deps, session, otp);
  });
}
