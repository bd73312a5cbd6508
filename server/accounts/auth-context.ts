/** Role-specific helpers that most calls under /partner-auth and /user-auth share. */
import type { Response } from 'express';
import type { Account } from '#server/auth/accounts.ts';
import { type Session, sessionIn, setActor, setCredentialHeaders } from '#server/auth/guards.ts';
import type { Role } from '#shared/auth.ts';
import { presentAccount, presentAccountDetails } from './presenter.ts';
import type { NewSession } from './service.ts';

export type AuthContext = ReturnType<typeof authContext>;

export const authContext = (role: Role) => ({
  role,
  summary: (account: Account) => presentAccount(role, account),
  details: (account: Account) => presentAccountDetails(role, account),
  /** The caller's session if it is of this role, otherwise null. */
  ownSession: (res: Response): Session | null => {
    const session = sessionIn(res);
    return session?.role === role ? session : null;
  },
  /** Sets the credential headers of the new or current session on the response, and returns the account. */
  withCredentials: (res: Response, { account, issued }: NewSession): Account => {
    setCredentialHeaders(res, account.uid, issued);
    setActor(res, { role, id: account.id });
    return account;
  },
});

/** True if the body has at least one key of the schema. */
export const hasKnownKey = (body: unknown, shape: object) =>
  typeof body === 'object' && body !== null && Object.keys(body).some((key) => Object.hasOwn(shape, key));
