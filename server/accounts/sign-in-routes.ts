/** Sign-in with a password and, if it's on, a second factor. */
import type { Request, Response } from 'express';
import type passport from 'passport';
import type { Account } from '#server/auth/accounts.ts';
import { originOf } from '#server/auth/origin.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type Role, SignIn } from '#shared/auth.ts';
import type { AuthContext } from './auth-context.ts';
import * as authErrors from './auth-errors.ts';
import { rememberBrowser } from './device.ts';
import { actorWithAddress, recordRefusals } from './refusal-events.ts';
import { verifySecondFactor } from './second-factor.ts';
import { signIn } from './service.ts';
import { withThrottle } from './throttle.ts';

type Call = { body: unknown; req: Request; res: Response };

export const signInHandlers = (
  deps: Deps,
  authenticator: passport.Authenticator,
  { role, summary, withCredentials }: AuthContext,
) => ({
  refuseSignInByGet: () => {
    throw authErrors.signInRequiresPost();
  },
  signIn: async ({ body, req, res }: Call) => {
    const { email } = SignIn.safeParse(body).data ?? { email: '' };
    const { otp } = body as { otp?: unknown };
    const attempt = async () => {
      const match = await authenticate(authenticator, role, req, res);
      if (!match) throw authErrors.badCredentials();
      await verifySecondFactor(deps, { role, account: match }, otp);
      return match;
    };
    const account = await recordRefusals(
      deps,
      () => actorWithAddress(deps, role, email),
      () => withThrottle(deps, req, { role, email }, attempt),
    );
    rememberBrowser(deps, res, role, account);
    return { data: summary(withCredentials(res, await signIn(deps, role, account, originOf(req)))) };
  },
});

/** Authenticates with passport's local strategy. A malformed request is a failed sign-in, not a validation error. */
function authenticate(authenticator: passport.Authenticator, role: Role, req: Request, res: Response) {
  return new Promise<Account | null>((resolve, reject) => {
    req.body = SignIn.safeParse(req.body ?? {}).data ?? {};
    const decide = (error: unknown, account: Account | false) => (error ? reject(error) : resolve(account || null));
    authenticator.authenticate(`${role}-password`, { session: false }, decide)(req, res, reject);
  });
}
