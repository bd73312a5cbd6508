/** partner-auth and user-auth from one builder: the wire of devise_token_auth (design 2-api, the auth table). */
import { type Request, type Response, Router } from 'express';
import type passport from 'passport';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { methodNotAllowed } from '#server/platform/http/error-handler.ts';
import { bodyOf } from '#server/platform/http/params.ts';
import { giveBack, startAfresh, take } from '#server/platform/http/rate-limits.ts';
import { AccountUpdate, type Role, SignIn, SignUp } from '#shared/auth.ts';
import { fieldErrorsOf } from '#shared/validation.ts';
import { type Account, presentAccount, presentAccountInFull } from './accounts.ts';
import * as answers from './answers.ts';
import { addressOf, sessionIn, setCredentialHeaders } from './guards.ts';
import { passwordProblems } from './passwords.ts';
import { passSecondFactor } from './second-factor.ts';
import { askForReset, openResetLink, type SignedIn, setPassword, signIn, signOut } from './service.ts';
import { changeAccount, closeAccount, signUp, unsavedPartner } from './sign-up.ts';
import { sessionOfHeaders } from './strategies.ts';

export function authRoutes(deps: Deps, carrier: passport.Authenticator, role: Role): Router {
  const router = Router();
  const plain = (account: Account) => presentAccount(role, account);
  const inFull = (account: Account) => presentAccountInFull(role, account);
  const ownSession = (res: Response) => {
    const session = sessionIn(res);
    return session?.role === role ? session : null;
  };
  const welcome = (res: Response, { account, issued }: SignedIn) => {
    setCredentialHeaders(res, account.uid, issued);
    return account;
  };

  /** Of this table only a success carries credentials. */
  router.use((_req, res, next) => {
    dropCredentialHeaders(res);
    next();
  });

  router.get('/sign_in', () => {
    throw answers.useSignInPost();
  });
  router.post('/sign_in', async (req, res) => {
    const { email } = SignIn.safeParse(bodyOf(req)).data ?? { email: '' };
    const { otp } = bodyOf(req) as { otp?: unknown };
    const account = await throttled(deps, req, `${role}:${email.trim().toLowerCase()}`, async () => {
      const found = await accountFor(req, res);
      if (found) await passSecondFactor(deps, found, otp);
      return found;
    });
    res.json({ data: plain(welcome(res, await signIn(deps, role, account))) });
  });

  /** Passport's local strategy decides; whatever is wrong with the request is simply not a login. */
  function accountFor(req: Request, res: Response) {
    return new Promise<Account | null>((resolve, reject) => {
      req.body = SignIn.safeParse(bodyOf(req)).data ?? {};
      const decide = (error: unknown, account: Account | false) => (error ? reject(error) : resolve(account || null));
      carrier.authenticate(`${role}-password`, { session: false }, decide)(req, res, reject);
    });
  }

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

  router.post('/password', async (req, res) => {
    const { email, redirect_url } = bodyOf(req) as { email?: unknown; redirect_url?: unknown };
    if (typeof redirect_url !== 'string' || !redirect_url) throw answers.redirectMissing();
    if (typeof email !== 'string' || !email.trim()) throw answers.emailMissing();
    await take(deps.limits.forgotFromAddress, addressOf(req));
    await take(deps.limits.forgot, `${role}:${email.trim().toLowerCase()}`);
    await askForReset(deps, role, { email: email.trim(), redirect_url });
    res.json({ success: true, message: answers.RESET_SENT });
  });
  router.get('/password/edit', async (req, res) => {
    const { reset_password_token, redirect_url } = req.query;
    if (typeof reset_password_token !== 'string' || typeof redirect_url !== 'string') throw missing();
    res.redirect(302, await openResetLink(deps, role, { reset_password_token, redirect_url }));
  });
  const changePassword = async (req: Request, res: Response) => {
    const session = await sessionOfHeaders(deps, req);
    const own = session?.role === role ? session : null;
    const account = welcome(res, await setPassword(deps, own, bodyOf(req) as object));
    res.json({ success: true, data: inFull(account), message: answers.PASSWORD_UPDATED });
  };
  router.patch('/password', changePassword);

  if (role === 'partner') {
    router.post('/', async (req, res) => {
      const body = bodyOf(req);
      if (!hasKnownKey(body, SignUp.shape)) throw answers.emptySignUp();
      await take(deps.limits.signUps, addressOf(req));
      const input = SignUp.safeParse(body);
      if (!input.success)
        throw answers.signUpRefused(unsavedPartner(body), {
          ...fieldErrorsOf(input.error),
          ...passwordProblemsIn(body),
        });
      const account = welcome(res, await signUp(deps, input.data));
      res.json({ status: 'success', data: inFull(account) });
    });
  }

  const update = async (req: Request, res: Response) => {
    const session = ownSession(res);
    if (!session) throw answers.userNotFound();
    const body = bodyOf(req);
    if (!hasKnownKey(body, AccountUpdate.shape)) throw answers.emptyAccount();
    const input = AccountUpdate.safeParse(body);
    if (!input.success) throw answers.accountRefused(fieldErrorsOf(input.error));
    const account = welcome(res, await changeAccount(deps, session, input.data));
    res.json({ status: 'success', data: inFull(account) });
  };
  router.patch('/', update);

  if (role === 'partner') {
    router.delete('/', async (_req, res) => {
      const session = ownSession(res);
      dropCredentialHeaders(res);
      if (!session) throw answers.cannotDestroy();
      await closeAccount(deps, session);
      res.json({ status: 'success', message: `Account with UID '${session.account.uid}' has been destroyed.` });
    });
  }

  router.all('/sign_in', methodNotAllowed('POST'));
  router.all('/validate_token', methodNotAllowed('GET'));
  router.all('/sign_out', methodNotAllowed('DELETE'));
  router.all('/password', methodNotAllowed('POST', 'PATCH', 'PUT'));
  router.all('/password/edit', methodNotAllowed('GET'));
  router.all('/', methodNotAllowed(...(role === 'partner' ? ['POST', 'DELETE'] : []), 'PATCH', 'PUT'));
  return router;
}

/**
 * Ten wrong passwords for one account, or a hundred from one address, within a quarter of an hour are enough. A point is
 * taken before the password is looked at, so that guesses at the same time are counted too.
 */
async function throttled(
  deps: Deps,
  req: Request,
  key: string,
  attempt: () => Promise<Account | null>,
): Promise<Account> {
  const { signInFailures, accountFailures } = deps.limits;
  await take(signInFailures, addressOf(req));
  await take(accountFailures, key);
  const account = await attempt();
  if (!account) throw answers.badCredentials();
  await giveBack(signInFailures, addressOf(req));
  await startAfresh(accountFailures, key);
  return account;
}

/** So that a half-filled form hears of everything at once. */
function passwordProblemsIn(body: unknown) {
  const { password, password_confirmation: confirmation } = body as {
    password?: unknown;
    password_confirmation?: unknown;
  };
  if (typeof password !== 'string') return {};
  return passwordProblems(password, typeof confirmation === 'string' ? confirmation : undefined);
}

const dropCredentialHeaders = (res: Response) => {
  for (const name of ['access-token', 'token-type', 'client', 'expiry', 'uid']) res.removeHeader(name);
};

const hasKnownKey = (body: unknown, shape: object) =>
  typeof body === 'object' && body !== null && Object.keys(body).some((key) => Object.hasOwn(shape, key));
