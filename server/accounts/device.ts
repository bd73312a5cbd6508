/**
 * Signed cookie that marks a browser in which an account has signed in, so that guesses from elsewhere don't lock the
 * owner out.
 */
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { type Account, accountsOf } from '#server/auth/accounts.ts';
import type { Deps } from '#server/platform/deps.ts';
import { mac, sign, unsign } from '#server/platform/signed.ts';
import type { Role } from '#shared/auth.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';

const PURPOSE = 'device';
const NONCE_BYTES = 16;
const LIFETIME_MS = RETENTION_DAYS.known_browsers * DAY_MS;

const isHttps = ({ config }: Pick<Deps, 'config'>) => config.appUrl.startsWith('https:');
const nameOf = (deps: Pick<Deps, 'config'>, role: Role) => `${isHttps(deps) ? '__Host-' : ''}${role}_device`;

/** Includes the password hash, so that a new password invalidates the cookies of the old one. */
const bindingOf = ({ config }: Pick<Deps, 'config'>, role: Role, { id, encrypted_password }: Account) =>
  mac(config.appSecret, 'device account', `${role}:${id}:${encrypted_password}`);

/**
 * Marks the browser as known. Call it only right after someone proved that they know the password or own the mailbox:
 * each cookie allows ten more guesses, so a session alone must not get one.
 */
export function rememberBrowser(deps: Pick<Deps, 'config'>, res: Response, role: Role, account: Account) {
  const payload = Buffer.concat([randomBytes(NONCE_BYTES), bindingOf(deps, role, account)]);
  res.cookie(nameOf(deps, role), sign(deps.config.appSecret, PURPOSE, payload), {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure: isHttps(deps),
    maxAge: LIFETIME_MS,
  });
}

/**
 * Identifies the browser by its cookie's random part; returns null unless it has signed in to this account with its
 * current password.
 */
export async function findKnownBrowser(
  deps: Pick<Deps, 'db' | 'config'>,
  req: Request,
  role: Role,
  uid: string,
): Promise<string | null> {
  const payload = unsign(deps.config.appSecret, PURPOSE, cookieOf(req, nameOf(deps, role)) ?? '');
  if (!payload || uid.includes('\0')) return null;
  const account = await accountsOf(deps.db, role).find(uid.trim());
  if (!account || !payload.subarray(NONCE_BYTES).equals(bindingOf(deps, role, account))) return null;
  return payload.subarray(0, NONCE_BYTES).toString('base64url');
}

function cookieOf(req: Request, name: string): string | undefined {
  const cookies = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
