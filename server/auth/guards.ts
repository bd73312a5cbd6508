/** Authentication and access guards. `authenticate` runs once per request; the guards only read its result. */
import type { Request, RequestHandler, Response } from 'express';
import { forbidden, notSignedIn } from '#server/platform/errors.ts';
import { networkOf } from '#server/platform/http/network.ts';
import { isAdmin, refuseUnlessAdmin } from '#server/platform/rights.ts';
import type { createPassport, Session } from './strategies.ts';

export type { Session };

/**
 * Reads the session headers through passport, stores the session in `res.locals`, and sets the response's session
 * headers.
 */
export const authenticate =
  (passport: ReturnType<typeof createPassport>): RequestHandler =>
  (req, res, next) => {
    if (!req.get('access-token')) return next();
    passport.authenticate('headers', { session: false }, (error: unknown, session: Session | false) => {
      if (error) return next(error);
      if (session && session.token.scope === 'session') setSession(res, session);
      next();
    })(req, res, next);
  };

function setSession(res: Response, session: Session) {
  res.locals.session = session;
  setActor(res, session);
  setCredentialHeaders(res, session.account.uid, session.token);
}

/** Adds the caller to the request's log line. */
export const setActor = (res: Response, { role, id }: Pick<Session, 'role' | 'id'>) => {
  res.locals.actor = `${role}:${id}`;
};

/** Sets the session headers that every authenticated response carries. */
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

export const sessionIn = (res: Response): Session | null => res.locals.session ?? null;

/** The session of a guarded request; throws 401 without one. */
export function sessionOf(res: Response): Session {
  const session = sessionIn(res);
  if (!session) throw notSignedIn();
  return session;
}

export const requirePartner: RequestHandler = (_req, res, next) => {
  if (sessionOf(res).role !== 'partner') throw forbidden('Only partners can do this.');
  next();
};

export const requireUser: RequestHandler = (_req, res, next) => {
  if (sessionOf(res).role !== 'user') throw forbidden('Only staff can do this.');
  next();
};

/** Admits administrators; editors get 422, because the client signs out on 403. */
export const requireAdmin: RequestHandler = (req, res, next) =>
  requireUser(req, res, () => {
    refuseUnlessAdmin(sessionOf(res).account);
    next();
  });

/** The caller in the form that services take. */
export function byOf(res: Response) {
  const { role, id, account } = sessionOf(res);
  return { role, id, is_admin: isAdmin(account) };
}

/** Admits either role; the service narrows access. */
export const requireSession: RequestHandler = (_req, res, next) => {
  sessionOf(res);
  next();
};

/** The network that rate limits are counted by. */
export const addressOf = (req: Request) => networkOf(req.ip ?? 'unknown');
