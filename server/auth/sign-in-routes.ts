/** Into the house, and out of it. */
import { type Request, type Response, Router } from 'express';
import type passport from 'passport';
import type { Deps } from '#server/platform/deps.ts';
import { bodyOf } from '#server/platform/http/params.ts';
import { type Role, SignIn } from '#shared/auth.ts';
import type { Account } from './accounts.ts';
import * as answers from './answers.ts';
import { rememberDevice } from './device.ts';
import type { Door } from './door.ts';
import { originOf } from './origin.ts';
import { actorWithAddress, watched } from './refusals.ts';
import { passSecondFactor } from './second-factor.ts';
import { signIn, signOut } from './service.ts';
import { throttled } from './throttle.ts';

export function signInRoutes(deps: Deps, carrier: passport.Authenticator, door: Door): Router {
  const { role, plain, welcome, ownSession } = door;
  const router = Router();

  router.get('/sign_in', () => {
    throw answers.useSignInPost();
  });
  router.post('/sign_in', async (req, res) => {
    const { email } = SignIn.safeParse(bodyOf(req)).data ?? { email: '' };
    const { otp } = bodyOf(req) as { otp?: unknown };
    const attempt = async () => {
      const found = await accountFor(carrier, role, req, res);
      if (!found) throw answers.badCredentials();
      await passSecondFactor(deps, { role, account: found }, otp);
      return found;
    };
    const account = await watched(
      deps,
      () => actorWithAddress(deps, role, email),
      () => throttled(deps, req, { role, email }, attempt),
    );
    rememberDevice(deps, res, role, account);
    res.json({ data: plain(welcome(res, await signIn(deps, role, account, originOf(req)))) });
  });

  router.get('/validate_token', (_req, res) => {
    const session = ownSession(res);
    if (!session) throw answers.badToken();
    res.json({ success: true, data: plain(welcome(res, { account: session.account, issued: session.token })) });
  });

  router.delete('/sign_out', async (_req, res) => {
    const session = ownSession(res);
    if (!session || !(await signOut(deps, session))) throw answers.notSignedIn();
    res.json({ success: true });
  });
  return router;
}

/** Passport's local strategy decides; whatever is wrong with the request is simply not a login. */
function accountFor(carrier: passport.Authenticator, role: Role, req: Request, res: Response) {
  return new Promise<Account | null>((resolve, reject) => {
    req.body = SignIn.safeParse(bodyOf(req)).data ?? {};
    const decide = (error: unknown, account: Account | false) => (error ? reject(error) : resolve(account || null));
    carrier.authenticate(`${role}-password`, { session: false }, decide)(req, res, reject);
  });
}
