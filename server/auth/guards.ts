/** Authentication and access guards. `authenticate` runs once per request; the guards read its result. */
import type { Request, RequestHandler, Response } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { badApiKey, forbidden, notSignedIn } from '#server/platform/errors.ts';
import { networkOf } from '#server/platform/http/network.ts';
import { consume } from '#server/platform/http/rate-limits.ts';
import { isAdmin, refuseUnlessAdmin } from '#server/platform/rights.ts';
import type { ApiScope } from '#shared/api-scopes.ts';
import type { Role } from '#shared/auth.ts';
import { keyIn } from './api-keys.ts';
import { type Caller, type createPassport, findKeyHolder, type KeyHolder, type Session } from './strategies.ts';

export type { Caller, Session };

/**
 * Stores the caller in `res.locals`, and refuses changes by staff who view a partner's screens. An API key takes
 * precedence over all other headers. Session headers are read through passport and copied to the response.
 */
export const authenticate =
  (deps: Pick<Deps, 'db' | 'now' | 'config'>, passport: ReturnType<typeof createPassport>): RequestHandler =>
  async (req, res, next) => {
    const secret = keyIn(req.get('authorization'));
    if (secret !== null) {
      const holder = await findKeyHolder(deps, secret);
      if (holder) setKeyHolder(res, holder);
      else res.locals.hasBadKey = true;
      return next();
    }
    if (!req.get('access-token')) return next();
    passport.authenticate('headers', { session: false }, (error: unknown, session: Session | false) => {
      if (error) return next(error);
      const scope = session ? session.token.scope : null;
      if (scope === 'view_as' && !READ_METHODS.has(req.method)) return next(viewOnly());
      if (session && (scope === 'session' || scope === 'view_as')) setSession(res, session);
      next();
    })(req, res, next);
  };

const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Errors for staff who view a partner's screens (docs/decisions/0121-view-as-by-a-token-that-reads.md). */
const viewOnly = () => forbidden('You’re viewing a partner’s screens, so you can’t change anything.');
const notForViewers = () => forbidden('You’re viewing a partner’s screens, so this isn’t available.');

function setKeyHolder(res: Response, holder: KeyHolder) {
  res.locals.caller = holder;
  res.locals.api_key = holder.key.id;
  setActor(res, holder);
}

function setSession(res: Response, session: Session) {
  const { viewer_id } = session.token;
  res.locals.caller = session;
  setActor(res, session);
  if (viewer_id) res.locals.actor = `user:${viewer_id} as ${res.locals.actor}`;
  setCredentialHeaders(res, session.account.uid, session.token);
}

/** Adds the caller to the request's log line. */
export const setActor = (res: Response, { role, id }: Pick<Caller, 'role' | 'id'>) => {
  res.locals.actor = `${role}:${id}`;
};

/** Sets the session headers that responses within a session carry. */
export const setCredentialHeaders = (
  res: Response,
  uid: string,
  issued: { token: string; client: string; expiry: number },
) =>
  res.set({
    'access-token': issued.token,
    'token-type': 'Bearer',
    client: issued.client,
    expiry: String(issued.expiry),
    uid,
  });

export const dropCredentialHeaders = (res: Response) => {
  for (const name of ['access-token', 'token-type', 'client', 'expiry', 'uid']) res.removeHeader(name);
};

export const callerIn = (res: Response): Caller | null => res.locals.caller ?? null;

/** The caller's session; null for visitors and API keys. */
export function sessionIn(res: Response): Session | null {
  const caller = callerIn(res);
  return caller && 'token' in caller ? (caller as Session) : null;
}

/**
 * Refuses staff who view a partner's screens. Used for the partner's data export, and for operations whose `scope` is
 * null, such as those that show a long-lived secret.
 */
export function refuseViewers(res: Response) {
  if (sessionIn(res)?.token.viewer_id) throw notForViewers();
}

/** The caller of a guarded request; throws 401 without one. */
function callerOf(res: Response): Caller {
  const caller = callerIn(res);
  if (!caller) throw notSignedIn();
  return caller;
}

/**
 * Admits an API key only with the scope that `scopeFor` names for its owner's role; null means that no key may do this.
 * Each key has a separate rate limit.
 */
export async function requireScope(
  { limits }: Pick<Deps, 'limits'>,
  res: Response,
  scopeFor: (role: Role) => ApiScope | null,
) {
  if (res.locals.hasBadKey) throw badApiKey();
  const caller = callerIn(res);
  if (!caller || !('key' in caller)) return;
  const { role, key } = caller as KeyHolder;
  await consume(limits.apiKeys, String(key.id));
  const scope = scopeFor(role);
  if (!scope) throw forbidden('API keys can’t do this. Use a session.');
  if (!key.scopes.includes(scope)) throw forbidden(`This API key doesn’t have the scope “${scope}”.`);
}

export const requirePartner: RequestHandler = (_req, res, next) => {
  if (callerOf(res).role !== 'partner') throw forbidden('Only partners can do this.');
  next();
};

export const requireUser: RequestHandler = (_req, res, next) => {
  if (callerOf(res).role !== 'user') throw forbidden('Only staff can do this.');
  next();
};

/** Admits administrators; editors get 422, because the client signs out on 403. */
export const requireAdmin: RequestHandler = (req, res, next) =>
  requireUser(req, res, () => {
    refuseUnlessAdmin(callerOf(res).account);
    next();
  });

/** The caller in the form that services take. */
export function actorOf(res: Response) {
  const { role, id, account } = callerOf(res);
  return { role, id, is_admin: isAdmin(account) };
}

/** Admits partners and staff, by session or API key; the service narrows access. */
export const requireCaller: RequestHandler = (_req, res, next) => {
  callerOf(res);
  next();
};

/** The caller's network, for rate limits. */
export const requestNetwork = (req: Request) => networkOf(req.ip ?? 'unknown');
