/** What all calls under /partner-auth or /user-auth share: one role's door into the house. */
import type { Response } from 'express';
import type { Account } from '#server/auth/accounts.ts';
import { type Session, sessionIn, setActor, setCredentialHeaders } from '#server/auth/guards.ts';
import type { Role } from '#shared/auth.ts';
import { presentAccount, presentAccountInFull } from './presenter.ts';
import type { SignedIn } from './service.ts';

export type Door = ReturnType<typeof doorOf>;

export const doorOf = (role: Role) => ({
  role,
  plain: (account: Account) => presentAccount(role, account),
  inFull: (account: Account) => presentAccountInFull(role, account),
  /** Null for whoever is signed in as the other role only. */
  ownSession: (res: Response): Session | null => {
    const session = sessionIn(res);
    return session?.role === role ? session : null;
  },
  /** The answer carries the credentials. */
  welcome: (res: Response, { account, issued }: SignedIn): Account => {
    setCredentialHeaders(res, account.uid, issued);
    setActor(res, { role, id: account.id });
    return account;
  },
});

/** Whether a body says anything of what may be said. */
export const hasKnownKey = (body: unknown, shape: object) =>
  typeof body === 'object' && body !== null && Object.keys(body).some((key) => Object.hasOwn(shape, key));
