/** A forgotten password, and a new one. */
import { type Request, type Response, Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { bodyOf } from '#server/platform/http/params.ts';
import { take } from '#server/platform/http/rate-limits.ts';
import * as answers from './answers.ts';
import { rememberDevice } from './device.ts';
import type { Door } from './door.ts';
import { addressOf } from './guards.ts';
import { askForReset, openResetLink, setPassword } from './service.ts';
import { sessionOfHeaders } from './strategies.ts';

export function passwordRoutes(deps: Deps, { role, inFull, welcome }: Door): Router {
  const router = Router();

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
    rememberDevice(deps, res, role, account);
    res.json({ success: true, data: inFull(account), message: answers.PASSWORD_UPDATED });
  };
  router.patch('/password', changePassword);
  return router;
}
