/** Password resets (requesting a link, and opening it), and setting a new password, also within a session. */
import type { Request, Response } from 'express';
import { findSession } from '#server/auth/strategies.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { consume } from '#server/platform/http/rate-limits.ts';
import type { Role } from '#shared/auth.ts';
import { paths } from '#shared/paths.ts';
import type { AuthContext } from './auth-context.ts';
import * as authErrors from './auth-errors.ts';
import { rememberBrowser } from './device.ts';
import { isAllowedRedirect, openResetLink, requestReset } from './reset-link.ts';
import { setPassword } from './service.ts';

type Call = { body: unknown; req: Request; res: Response; network: string };

export const passwordHandlers = (deps: Deps, { role, details, withCredentials }: AuthContext) => ({
  forgotPassword: async ({ body, network }: Call) => {
    const { email, redirect_url } = body as { email?: unknown; redirect_url?: unknown };
    if (typeof redirect_url !== 'string' || !redirect_url) throw authErrors.redirectMissing();
    if (typeof email !== 'string' || !email.trim()) throw authErrors.emailMissing();
    await consume(deps.limits.forgotFromNetwork, network);
    await consume(deps.limits.forgot, `${role}:${email.trim().toLowerCase()}`);
    await requestReset(deps, role, { email: email.trim(), redirect_url });
    return { success: true as const, message: authErrors.RESET_SENT };
  },
  openResetLink: async ({ req, res }: Call) => {
    const { reset_password_token: token, redirect_url: target } = req.query;
    const redirect_url = typeof target === 'string' ? target : '';
    const reset_password_token = typeof token === 'string' ? token : '';
    if (isAllowedRedirect(deps, role, redirect_url))
      return res.redirect(302, await openResetLink(deps, role, { reset_password_token, redirect_url }));
    // People who follow a truncated link see a page; API clients get the JSON error.
    if (req.accepts(['json', 'html']) !== 'html') throw notFound();
    res.status(404).type('html').send(brokenLinkPage(role));
  },
  setPassword: async ({ body, req, res }: Call) => {
    const session = await findSession(deps, req);
    const roleSession = session?.role === role ? session : null;
    const account = withCredentials(res, await setPassword(deps, roleSession, body as object));
    rememberBrowser(deps, res, role, account);
    return { success: true as const, data: details(account), message: authErrors.PASSWORD_UPDATED };
  },
});

const FORGOT_PATHS = { partner: paths.partnerForgot(), user: paths.userForgot() };

/** Page for a reset link whose redirect is missing or not allowed, usually because it was truncated. Has no scripts. */
const brokenLinkPage = (role: Role) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>This link is incomplete · Deckle</title>
</head>
<body>
<main>
<h1>This link is incomplete</h1>
<p>Part of the link is missing. Copy the whole link from the email, or get a new one.</p>
<p><a href="${FORGOT_PATHS[role]}">Send me a new link</a></p>
</main>
</body>
</html>`;
