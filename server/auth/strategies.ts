/** Passport strategies: email and password at sign-in, the session headers everywhere else. */
import type { Request } from 'express';
import passport from 'passport';
import { Strategy as CustomStrategy } from 'passport-custom';
import { Strategy as LocalStrategy } from 'passport-local';
import type { Deps } from '#server/platform/deps.ts';
import { ROLES, type Role } from '#shared/auth.ts';
import { type Account, accountsOf } from './accounts.ts';
import { type FoundKey, findKey, hashOfKey } from './api-keys.ts';
import { type Origin, originOf } from './origin.ts';
import { hashPassword, isCurrent, isPassword } from './passwords.ts';
import { type FoundToken, findToken } from './tokens.ts';

/** An authenticated caller: a session, or a program with an API key. */
export type Caller = { role: Role; id: number; account: Account };
export type Session = Caller & { token: FoundToken; origin: Origin };
export type KeyHolder = Caller & { key: FoundKey };

export function createPassport(deps: Pick<Deps, 'db' | 'now'>) {
  const carrier = new passport.Passport();
  for (const role of ROLES) {
    carrier.use(
      `${role}-password`,
      new LocalStrategy({ usernameField: 'email', session: false }, (email, password, done) => {
        accountWithPassword(deps, role, email, password).then((account) => done(null, account ?? false), done);
      }),
    );
  }
  carrier.use(
    'headers',
    new CustomStrategy((req, done) => {
      sessionOfHeaders(deps, req).then((session) => done(null, session ?? false), done);
    }),
  );
  return carrier;
}

async function accountWithPassword(deps: Pick<Deps, 'db'>, role: Role, email: string, password: string) {
  const accounts = accountsOf(deps.db, role);
  const account = email.includes('\0') ? null : await accounts.find(email.trim());
  if (!(await isPassword(password, account?.encrypted_password)) || !account) return null;
  const { id, encrypted_password } = account;
  if (isCurrent(encrypted_password)) return account;
  const renewed = await hashPassword(password);
  await accounts.rehash(id, encrypted_password, renewed);
  return { ...account, encrypted_password: renewed };
}

/** Stock clients of devise_token_auth send no `resource-type` to the paths that name the role. */
const roleInPath = ({ originalUrl }: Request) => /^\/api\/v1\/(partner|user)-auth(?:[/?]|$)/i.exec(originalUrl)?.[1];

/** The session that the headers identify, whatever its token's scope, or null if any of them is wrong. */
export async function sessionOfHeaders(deps: Pick<Deps, 'db' | 'now'>, req: Request): Promise<Session | null> {
  const role = (req.get('resource-type') ?? roleInPath(req)) as Role;
  const token = req.get('access-token');
  const client = req.get('client');
  const uid = req.get('uid');
  if (!ROLES.includes(role) || !token || !client || !uid) return null;
  const found = await findToken(deps.db, deps.now(), { role, client, token });
  if (!found) return null;
  // A member of staff who was disabled sees nothing more.
  if (found.viewer_id && !(await accountsOf(deps.db, 'user').findById(found.viewer_id))) return null;
  const account = await accountsOf(deps.db, role).findById(found.resource_id);
  if (account?.uid.toLowerCase() !== uid.trim().toLowerCase()) return null;
  return { role, id: account.id, account, token: found, origin: originOf(req) };
}

/** The owner of the API key, or null if the key is unknown or revoked, or its account is closed or blocked. */
export async function holderOfKey(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  secret: string,
): Promise<KeyHolder | null> {
  const found = await findKey(deps.db, deps.now(), hashOfKey(deps.config.appSecret, secret));
  if (!found) return null;
  const account = await accountsOf(deps.db, found.owner.role).findById(found.owner.id);
  return account && { ...found.owner, account, key: found.key };
}
