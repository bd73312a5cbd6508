/**
 * Tokens of sessions, reset links, password resets, and views by staff: random, stored as SHA-256 in their own table.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, Tx } from '#server/platform/database.ts';
import { notSignedIn } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/signed.ts';
import type { Role } from '#shared/auth.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { revokeKeys } from './api-keys.ts';
import type { Origin } from './origin.ts';

const LIFETIME_MS = {
  session: RETENTION_DAYS.sessions * DAY_MS,
  reset_link: DAY_MS / 4,
  password_reset: 15 * 60_000,
  view_as: 15 * 60_000,
} as const;
/**
 * Idle time after which a session ends. A partner's session lasts until its token expires, at the `expiry` that clients
 * see.
 */
const IDLE_MS: Record<Role, number> = { partner: LIFETIME_MS.session, user: DAY_MS / 2 };
const MAX_TOKENS_PER_SCOPE = 10;
const TOUCH_INTERVAL_MS = 5 * 60_000;

export type TokenScope = keyof typeof LIFETIME_MS;
export type IssuedToken = { token: string; client: string; expiry: number };
type TokenOwner = { role: Role; id: number; origin?: Origin; viewer_id?: number };

/** Issues a token. An account has at most ten of each scope; the oldest is removed. `expiry` is in Unix seconds. */
export async function issueToken(
  tx: Tx,
  now: Date,
  { role, id, origin, viewer_id }: TokenOwner,
  scope: TokenScope = 'session',
  lifetimeMs: number = LIFETIME_MS[scope],
): Promise<IssuedToken> {
  const token = randomBytes(24).toString('base64url');
  const client = randomBytes(16).toString('base64url');
  const expires_at = new Date(now.getTime() + lifetimeMs);
  const resource_type = role;
  await tx.authToken.create({
    data: {
      resource_type,
      resource_id: id,
      client,
      token_hash: sha256(token),
      scope,
      expires_at,
      last_used_at: now,
      ...origin,
      ...(viewer_id ? { viewer_id } : {}),
      created_at: now,
    },
  });
  const surplus = await tx.authToken.findMany({
    where: { resource_type, resource_id: id, scope },
    orderBy: { id: 'desc' },
    skip: MAX_TOKENS_PER_SCOPE,
    select: { id: true },
  });
  if (surplus.length) await tx.authToken.deleteMany({ where: { id: { in: surplus.map((row) => row.id) } } });
  return { token, client, expiry: Math.floor(expires_at.getTime() / 1000) };
}

/** Issues the secret of an emailed link and revokes all earlier ones, so that only the newest link works. */
export async function issueLink(
  tx: Tx,
  now: Date,
  { role, id }: TokenOwner,
  lifetimeMs?: number,
): Promise<IssuedToken> {
  await tx.authToken.deleteMany({ where: { resource_type: role, resource_id: id, scope: 'reset_link' } });
  return issueToken(tx, now, { role, id }, 'reset_link', lifetimeMs);
}

export type ActiveToken = {
  id: number;
  client: string;
  token: string;
  expiry: number;
  scope: TokenScope;
  resource_id: number;
  viewer_id: number | null;
};

/**
 * Finds the token row for (role, client, token) if it is still valid, and records its use at most every five minutes.
 * Staff sessions also end after being idle too long.
 */
export async function findToken(
  db: Database,
  now: Date,
  credentials: { role: Role; client: string; token: string },
): Promise<ActiveToken | null> {
  if (credentials.client.includes('\0')) return null;
  const row = await db.authToken.findUnique({ where: { client: credentials.client } });
  if (row?.resource_type !== credentials.role || row.expires_at <= now) return null;
  if (!timingSafeEqual(row.token_hash, sha256(credentials.token))) return null;
  const idle = now.getTime() - row.last_used_at.getTime();
  if (row.scope === 'session' && idle > IDLE_MS[row.resource_type]) return null;
  if (idle > TOUCH_INTERVAL_MS) await db.authToken.updateMany({ where: { id: row.id }, data: { last_used_at: now } });
  return {
    id: row.id,
    client: row.client,
    token: credentials.token,
    expiry: Math.floor(row.expires_at.getTime() / 1000),
    scope: row.scope,
    resource_id: row.resource_id,
    viewer_id: row.viewer_id,
  };
}

/** Sessions that are still valid, most recently used first. */
export const activeSessions = (db: Database, now: Date, { role, id }: TokenOwner) =>
  db.authToken.findMany({
    where: {
      resource_type: role,
      resource_id: id,
      scope: 'session',
      expires_at: { gt: now },
      last_used_at: { gte: new Date(now.getTime() - IDLE_MS[role]) },
    },
    orderBy: [{ last_used_at: 'desc' }, { id: 'desc' }],
  });

/** Deletes a token; false if it no longer exists. */
export const deleteToken = (tx: Tx, id: number) =>
  tx.authToken.deleteMany({ where: { id } }).then(({ count }) => count === 1);

/** Locks the session, so that it can't end before the transaction does. Throws 401 if it has ended. */
export async function lockSession(tx: Tx, { token }: { token: { id: number } }) {
  const rows = await tx.$queryRaw<unknown[]>`select from auth_tokens where id = ${token.id} for key share`;
  if (!rows.length) throw notSignedIn();
}

/** Ends the staff member's views of partners' screens. */
export const endViews = (tx: Tx, viewer_id: number) => tx.authToken.deleteMany({ where: { viewer_id } });

/** Ends every other session, and revokes emailed links and API keys. */
export const revokeOtherTokens = (tx: Tx, now: Date, owner: TokenOwner & { token: { id: number } }) =>
  revoke(tx, now, owner, { id: { not: owner.token.id } });

/** Ends every session, and revokes emailed links and API keys. */
export const revokeTokens = (tx: Tx, now: Date, owner: TokenOwner) => revoke(tx, now, owner);

async function revoke(tx: Tx, now: Date, { role, id }: TokenOwner, filter: { id?: { not: number } } = {}) {
  const ended = await tx.authToken.deleteMany({ where: { resource_type: role, resource_id: id, ...filter } });
  if (role === 'user') await endViews(tx, id);
  await revokeKeys(tx, now, { role, id });
  return ended;
}
