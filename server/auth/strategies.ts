/** Passport strategies: email and password at sign-in, the session headers everywhere else. */
import type { Request } from 'express';
import passport from 'passport';
import { Strategy as CustomStrategy } from 'passport-custom';
import { Strategy as LocalStrategy } from 'passport-local';
import type { Deps } from '#server/platform/deps.ts';
import { ROLES, type Role } from '#shared/auth.ts';
import { type Account, accountsOf } from './accounts.ts';
import { type ActiveKey, findKey, hashOfKey } from './api-keys.ts';
import { type Origin, originOf } from './origin.ts';
import { hashPassword, isCurrentHash, isPassword } from './passwords.ts';
import { type ActiveToken, findToken } from './tokens.ts';

/** An authenticated caller: a session, or a program with an API key. */
export type Caller = { role: Role; id: number; account: Account };
export type Session = Caller & { token: ActiveToken; origin: Origin };
export type KeyHolder = Caller & { key: ActiveKey };

export function createPassport(deps: Pick<Deps, 'db' | 'now'>) {
  const authenticator = new passport.Passport();
  for (const role of ROLES) {
    authenticator.use(
      `${role}-password`,
      new LocalStrategy({ usernameField: 'email', session: false }, (email, password, done) => {
        authenticateByPassword(deps, role, email, password).then((account) => done(null, account ?? false), done);
      }),
    );
  }
  authenticator.use(
    'headers',
    new CustomStrategy((req, done) => {
      findSession(deps, req).then((session) => done(null, session ?? false), done);
    }),
  );
  return authenticator;
}

async function authenticateByPassword(
  deps: Pick<Deps, 'db'>,
  role: Role,
  email: string,
  password: string,
): Promise<Account | null> {
  const accounts = accountsOf(deps.db, role);
  const account = email.includes('\0') ? null : await accounts.find(email.trim());
  if (!(await isPassword(password, account?.encrypted_password)) || !account) return null;
  const { id, encrypted_password } = account;
  if (isCurrentHash(encrypted_password)) return account;
  const newHash = await hashPassword(password);
  const { count } = await accounts.rehash(id, encrypted_password, newHash);
  // Another sign-in has rehashed it, or the password was changed.
  if (!count) return authenticateByPassword(deps, role, email, password);
  return { ...account, encrypted_password: newHash };
}

/** The role in the path, for clients of devise_token_auth, which send no `resource-type` header to these paths. */
const roleInPath = ({ originalUrl }: Request) => /^\/api\/v1\/(partner|user)-auth(?:[/?]|$)/i.exec(originalUrl)?.[1];

/**
 * The session that the headers identify, with a token of any scope. Null if a header is wrong, if the token is no
 * longer valid, or if the account or the staff member viewing it is closed, blocked, or disabled.
 */
export async function findSession(deps: Pick<Deps, 'db' | 'now'>, req: Request): Promise<Session | null> {
  const role = (req.get('resource-type') ?? roleInPath(req)) as Role;
  const token = req.get('access-token');
  const client = req.get('client');
  const uid = req.get('uid');
  if (!ROLES.includes(role) || !token || !client || !uid) return null;
  const match = await findToken(deps.db, deps.now(), { role, client, token });
  if (!match) return null;
  // A disabled staff member's views of partners' screens end too.
  if (match.viewer_id && !(await accountsOf(deps.db, 'user').findById(match.viewer_id))) return null;
  const account = await accountsOf(deps.db, role).findById(match.resource_id);
  if (account?.uid.toLowerCase() !== uid.trim().toLowerCase()) return null;
  return { role, id: account.id, account, token: match, origin: originOf(req) };
}

/** The key's owner, or null if the key is unknown or revoked, or its account is closed, blocked, or disabled. */
export async function findKeyHolder(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  secret: string,
): Promise<KeyHolder | null> {
  const match = await findKey(deps.db, deps.now(), hashOfKey(deps.config.appSecret, secret));
  if (!match) return null;
  const account = await accountsOf(deps.db, match.owner.role).findById(match.owner.id);
  return account && { ...match.owner, account, key: match.key };
}
