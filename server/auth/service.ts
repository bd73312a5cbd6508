/** Signing in and out, and the way to a new password; the same for both roles. */

import { enqueueMail } from '#server/emails/enqueue.ts';
import { auditStaff } from '#server/platform/audit.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import type { Role } from '#shared/auth.ts';
import { type Account, accountsOf } from './accounts.ts';
import { passwordRefused, passwordsMissing, redirectRefused, unauthorized } from './answers.ts';
import { notifyOwner } from './notices.ts';
import type { Origin } from './origin.ts';
import { hashPassword, passwordProblems } from './passwords.ts';
import { chooserOf, counted, refuseWrongPassword } from './proof.ts';
import { hasSecondFactor, passSecondFactor } from './second-factor.ts';
import type { Session } from './strategies.ts';
import { dropTokens, findToken, type IssuedToken, issueToken, spendToken } from './tokens.ts';

export type SignedIn = { account: Account; issued: IssuedToken };

export const signIn = (deps: Deps, role: Role, { id }: Account, origin: Origin): Promise<SignedIn> =>
  deps.db.$transaction(async (tx) => {
    const account = await accountsOf(deps.db, role).signedIn(tx, id, deps.now());
    return { account, issued: await issueToken(tx, deps.now(), { role, id, origin }) };
  });

export const signOut = (deps: Deps, session: Session) => spendToken(deps.db, session.token.id);

/** Mails a link to a known address. To the caller a known and an unknown one look and take the same. */
export async function askForReset(
  deps: Deps,
  role: Role,
  { email, redirect_url }: { email: string; redirect_url: string },
) {
  if (!isAllowedRedirect(deps, redirect_url)) throw redirectRefused(redirect_url);
  const account = email.includes('\0') ? null : await accountsOf(deps.db, role).find(email);
  if (!account) return;
  await deps.db.$transaction(async (tx) => {
    const { client, token } = await issueToken(tx, deps.now(), { role, id: account.id }, 'reset_link');
    const reset_password_token = `${client}.${token}`;
    const query = new URLSearchParams({ reset_password_token, redirect_url });
    const reset_url = `${deps.config.appUrl}/api/v1/${role}-auth/password/edit?${query}`;
    await enqueueMail(deps, tx, {
      to: account.uid,
      owner: role === 'partner' ? { partner_id: account.id } : null,
      template: 'password_reset',
      props: { name: account.name, reset_url },
    });
  });
}

/** Turns the mail's link into a single-use token of 15 minutes and answers where to take it. */
export async function openResetLink(
  deps: Deps,
  role: Role,
  query: { reset_password_token: string; redirect_url: string },
) {
  const [client = '', token = ''] = query.reset_password_token.split('.');
  const link = await findToken(deps.db, deps.now(), { role, client, token });
  if (link?.scope !== 'reset_link' || !isAllowedRedirect(deps, query.redirect_url)) throw missing();
  const account = await accountsOf(deps.db, role).findById(link.resource_id);
  if (!account) throw missing();
  const issued = await deps.db.$transaction((tx) =>
    issueToken(tx, deps.now(), { role, id: account.id }, 'password_reset'),
  );
  const target = new URL(query.redirect_url);
  const carried = {
    'access-token': issued.token,
    client: issued.client,
    client_id: issued.client,
    config: 'default',
    expiry: String(issued.expiry),
    reset_password: 'true',
    token: issued.token,
    uid: account.uid,
  };
  for (const [name, value] of Object.entries(carried)) target.searchParams.set(name, value);
  return target.toString();
}

type NewPassword = { password?: unknown; password_confirmation?: unknown; current_password?: unknown; otp?: unknown };

/** Sets the password behind a session or a reset token; all other tokens end with it. */
export async function setPassword(
  deps: Deps,
  session: Session | null,
  { password, password_confirmation, ...proof }: NewPassword,
): Promise<SignedIn> {
  if (!session || session.token.scope === 'reset_link') throw unauthorized();
  if (typeof password !== 'string' || typeof password_confirmation !== 'string') throw passwordsMissing();
  const problems = await passwordProblems(password, password_confirmation, chooserOf(session));
  if (Object.keys(problems).length) throw passwordRefused(problems);
  await proveOwner(deps, session, proof);
  const encrypted = await hashPassword(password);
  return deps.db.$transaction(async (tx) => {
    if (!(await spendToken(tx, session.token.id))) throw unauthorized();
    await dropTokens(tx, session);
    const account = await accountsOf(deps.db, session.role).setPassword(tx, session.id, encrypted);
    const trail = { action: 'update', entity: 'user', entity_id: session.id, after: { password_changed: true } };
    await auditStaff(tx, deps.now(), session, trail);
    await notifyOwner(deps, tx, session, 'password');
    return { account, issued: await issueToken(tx, deps.now(), session) };
  });
}

/** A session needs the old password, the link in the mail proves the mailbox: each is one factor, beside which a second is asked for. */
async function proveOwner(deps: Deps, session: Session, { current_password, otp }: NewPassword) {
  const { account, token } = session;
  const byMail = token.scope === 'password_reset';
  if (byMail && !hasSecondFactor(account)) return;
  await counted(deps, session, async () => {
    if (!byMail) await refuseWrongPassword(account, current_password, passwordRefused);
    await passSecondFactor(deps, session, otp);
  });
}

/** Only this installation's own pages, by exact origin. */
function isAllowedRedirect(deps: Deps, url: string) {
  if (!URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return origin === new URL(deps.config.appUrl).origin && !username && !password;
}
