/** A forgotten password, and a new one. */
import type { Request, Response } from 'express';
import { sessionOfHeaders } from '#server/auth/strategies.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { take } from '#server/platform/http/rate-limits.ts';
import * as answers from './answers.ts';
import { brokenLinkPage } from './broken-link-page.ts';
import { rememberDevice } from './device.ts';
import type { Door } from './door.ts';
import { askForReset, isAllowedRedirect, openResetLink } from './reset-link.ts';
import { setPassword } from './service.ts';

type Call = { body: unknown; req: Request; res: Response; network: string };

export const passwordHandlers = (deps: Deps, { role, inFull, welcome }: Door) => ({
  forgotPassword: async ({ body, network }: Call) => {
    const { email, redirect_url } = body as { email?: unknown; redirect_url?: unknown };
    if (typeof redirect_url !== 'string' || !redirect_url) throw answers.redirectMissing();
    if (typeof email !== 'string' || !email.trim()) throw answers.emailMissing();
    await take(deps.limits.forgotFromAddress, network);
    await take(deps.limits.forgot, `${role}:${email.trim().toLowerCase()}`);
    await askForReset(deps, role, { email: email.trim(), redirect_url });
    return { success: true as const, message: answers.RESET_SENT };
  },
  openResetLink: async ({ req, res }: Call) => {
    const { reset_password_token: token, redirect_url: target } = req.query;
    const redirect_url = typeof target === 'string' ? target : '';
    const reset_password_token = typeof token === 'string' ? token : '';
    if (isAllowedRedirect(deps, role, redirect_url))
      return res.redirect(302, await openResetLink(deps, role, { reset_password_token, redirect_url }));
    // A person who followed a link that lost its end reads a page; programs get the API's answer.
    if (req.accepts(['json', 'html']) !== 'html') throw missing();
    res.status(404).type('html').send(brokenLinkPage(role));
  },
  setPassword: async ({ body, req, res }: Call) => {
    const session = await sessionOfHeaders(deps, req);
    const own = session?.role === role ? session : null;
    const account = welcome(res, await setPassword(deps, own, body as object));
    rememberDevice(deps, res, role, account);
    return { success: true as const, data: inFull(account), message: answers.PASSWORD_UPDATED };
  },
});
