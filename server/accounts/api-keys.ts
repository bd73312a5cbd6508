/** Creates and revokes API keys of the caller's account. */
import { activeKeys, hashOfKey, keyOwner, newKey, revokeKeys } from '#server/auth/api-keys.ts';
import type { Session } from '#server/auth/strategies.ts';
import { lockSession } from '#server/auth/tokens.ts';
import { auditStaff } from '#server/platform/audit.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import { recordSecurityEvent } from '#server/platform/security-log.ts';
import type { ApiKeyInput } from '#shared/api-keys.ts';
import { MAX_API_KEYS } from '#shared/api-scopes.ts';
import { notifyOwner } from './notices.ts';
import { limitProofs, refuseWrongPassword } from './reauthenticate.ts';
import { refuseWrongCode } from './second-factor.ts';

/**
 * Creates a key, and returns it with its secret. Requires the password, and a code if two-factor authentication is on,
 * because a key outlives the session that creates it.
 */
export async function createApiKey(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'metrics' | 'queue' | 'config' | 'limits'>,
  session: Session,
  { name, scopes, current_password, otp }: ApiKeyInput,
) {
  await limitProofs(deps, session, async () => {
    await refuseWrongPassword(session.account, current_password, invalid);
    await refuseWrongCode(deps, session, otp, invalid);
  });
  const { role, id } = session;
  const secret = newKey();
  const api_key = await deps.db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext(${`api keys ${role}:${id}`}))`;
    // A new password ends the sessions before it revokes the keys, so it can't miss a key that is being created.
    await lockSession(tx, session);
    if ((await activeKeys(tx, session)).length >= MAX_API_KEYS)
      throw conflict(`You already have ${MAX_API_KEYS} API keys, the maximum. Revoke one, then try again.`);
    const secret_hash = hashOfKey(deps.config.appSecret, secret);
    const created = await tx.apiKey.create({
      data: { ...keyOwner(session), name, scopes, secret_hash, last4: secret.slice(-4), created_at: deps.now() },
    });
    const auditEntry = { action: 'create', entity: 'api_key', entity_id: created.id, after: { name, scopes } };
    await auditStaff(tx, deps.now(), session, auditEntry);
    await recordSecurityEvent(deps, tx, { kind: 'api_key_created', actor: `${role}:${id}` });
    await notifyOwner(deps, tx, session, 'api_key');
    return created;
  });
  return { api_key, secret };
}

export const revokeApiKey = (deps: Pick<Deps, 'db' | 'now' | 'metrics'>, session: Session, id: number) =>
  deps.db.$transaction(async (tx) => {
    const { count } = await revokeKeys(tx, deps.now(), session, id);
    if (!count) throw notFound();
    const auditEntry = { action: 'revoke', entity: 'api_key', entity_id: id, after: { revoked: true } };
    await auditStaff(tx, deps.now(), session, auditEntry);
    await recordSecurityEvent(deps, tx, { kind: 'api_key_revoked', actor: `${session.role}:${session.id}` });
  });
