/**
 * API keys: random, and stored as an HMAC under the installation's secret. A stolen copy of the database isn't enough to
 * find the owner of a key or to check a guess.
 * See docs/decisions/0103-api-keys-with-scopes.md.
 */
import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '#server/platform/database.ts';
import { mac } from '#server/platform/signed.ts';
import type { ApiScope } from '#shared/api-scopes.ts';
import type { Role } from '#shared/auth.ts';

const PREFIX = 'dk_';
const TOUCH_INTERVAL_MS = 60_000;

type Owner = { role: Role; id: number };

/** Column that identifies the owner. */
export const keyOwner = ({ role, id }: Owner) => (role === 'partner' ? { partner_id: id } : { user_id: id });

/** 'dk_' and 192 random bits. */
export const newKey = () => PREFIX + randomBytes(24).toString('base64url');

export const hashOfKey = (appSecret: string, secret: string) => new Uint8Array(mac(appSecret, 'api key', secret));

/** The key in an Authorization header. Other bearer tokens, as some clients of devise_token_auth send, aren't keys. */
export const keyIn = (authorization: string | undefined) => /^Bearer +(dk_.*)$/i.exec(authorization ?? '')?.[1] ?? null;

export type ActiveKey = { id: number; scopes: readonly ApiScope[] };

/** The key and its owner, unless it is unknown or revoked. Records its use at most once a minute. */
export async function findKey(db: Database, now: Date, hash: Uint8Array<ArrayBuffer>) {
  const row = await db.apiKey.findUnique({ where: { secret_hash: hash } });
  if (!row || row.revoked_at) return null;
  const staleBefore = new Date(now.getTime() - TOUCH_INTERVAL_MS);
  if (!row.last_used_at || row.last_used_at <= staleBefore)
    await db.apiKey.updateMany({
      where: { id: row.id, OR: [{ last_used_at: null }, { last_used_at: { lte: staleBefore } }] },
      data: { last_used_at: now },
    });
  const owner: Owner = row.partner_id ? { role: 'partner', id: row.partner_id } : { role: 'user', id: row.user_id! };
  const key: ActiveKey = { id: row.id, scopes: row.scopes };
  return { owner, key };
}

export const activeKeys = (db: Database | Tx, owner: Owner) =>
  db.apiKey.findMany({ where: { ...keyOwner(owner), revoked_at: null }, orderBy: { id: 'desc' } });

/** Revokes one of the owner's keys, or all of them. Returns how many. */
export const revokeKeys = (tx: Tx, now: Date, owner: Owner, id?: number) =>
  tx.apiKey.updateMany({
    where: { ...keyOwner(owner), ...(id === undefined ? {} : { id }), revoked_at: null },
    data: { revoked_at: now },
  });
