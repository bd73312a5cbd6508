/**
 * Routes for the caller's account: sign-up, changes, and closing. Staff are invited by an administrator and can't close
 * theirs.
 */
import type { Request, Response } from 'express';
import { dropCredentialHeaders } from '#server/auth/guards.ts';
import { originOf } from '#server/auth/origin.ts';
import { passwordProblems } from '#server/auth/passwords.ts';
import type { Deps } from '#server/platform/deps.ts';
import { consume } from '#server/platform/http/rate-limits.ts';
import { AccountDeletion, AccountUpdate, SignUp } from '#shared/auth.ts';
import { MAX_PASSWORD_LENGTH } from '#shared/business.ts';
import { fieldErrorsOf } from '#shared/validation.ts';
import { closeAccount, updateAccount } from './account.ts';
import { type AuthContext, hasKnownKey } from './auth-context.ts';
import * as authErrors from './auth-errors.ts';
import { rememberBrowser } from './device.ts';
import { signUp, unsavedPartner } from './sign-up.ts';

type Call = { body: unknown; req: Request; res: Response; network: string };

export const accountHandlers = (deps: Deps, { role, details, withCredentials, ownSession }: AuthContext) => ({
  update: async ({ body, res }: Call) => {
    const session = ownSession(res);
    if (!session) throw authErrors.userNotFound();
    if (!hasKnownKey(body, AccountUpdate.shape)) throw authErrors.emptyAccount();
    const input = AccountUpdate.safeParse(body);
    if (!input.success) throw authErrors.accountRefused(fieldErrorsOf(input.error));
    const account = withCredentials(res, await updateAccount(deps, session, input.data));
    // Changing the password or the address required the current password, which proves the owner.
    if (input.data.password || account.uid !== session.account.uid) rememberBrowser(deps, res, role, account);
    return { status: 'success' as const, data: details(account) };
  },
});

export const partnerAccountHandlers = (deps: Deps, { details, withCredentials, ownSession }: AuthContext) => ({
  signUp: async ({ body, req, res, network }: Call) => {
    if (!hasKnownKey(body, SignUp.shape)) throw authErrors.emptySignUp();
    await consume(deps.limits.signUps, network);
    const input = SignUp.safeParse(body);
    if (!input.success)
      throw authErrors.signUpRefused(unsavedPartner(body), {
        ...fieldErrorsOf(input.error),
        ...(await passwordProblemsIn(body)),
      });
    const account = withCredentials(res, await signUp(deps, input.data, originOf(req)));
    rememberBrowser(deps, res, 'partner', account);
    return { status: 'success' as const, data: details(account) };
  },
  close: async ({ body, res }: Call) => {
    const session = ownSession(res);
    dropCredentialHeaders(res);
    if (!session) throw authErrors.cannotDestroy();
    const proof = AccountDeletion.safeParse(body);
    if (!proof.success) throw authErrors.accountRefused(fieldErrorsOf(proof.error));
    await closeAccount(deps, session, proof.data);
    return {
      status: 'success' as const,
      message: `Account with UID '${session.account.uid}' has been destroyed.`,
    };
  },
});

/** Finds the password's problems in a form that has other problems, too, so that one response reports all of them. */
function passwordProblemsIn(body: unknown) {
  const fields = body as Record<string, unknown>;
  const textOf = (key: string) =>
    typeof fields[key] === 'string' ? fields[key].slice(0, MAX_PASSWORD_LENGTH + 1) : undefined;
  const password = textOf('password');
  if (password === undefined) return {};
  const owner = { role: 'partner', name: textOf('name'), email: textOf('email') } as const;
  return passwordProblems(password, textOf('password_confirmation'), owner);
}
