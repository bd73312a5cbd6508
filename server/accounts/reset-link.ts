/** Password reset links: requested, emailed, and opened. See docs/decisions/0059-one-reset-link-per-mailbox.md. */

import { accountsOf } from '#server/auth/accounts.ts';
import { findToken, issueLink, issueToken } from '#server/auth/tokens.ts';
import { seal, unseal } from '#server/auth/totp.ts';
import { enqueueEmail } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { logContext } from '#server/platform/log-context.ts';
import { recordSecurityEvent } from '#server/platform/security-log.ts';
import type { Role } from '#shared/auth.ts';
import { paths } from '#shared/paths.ts';
import { redirectRefused } from './auth-errors.ts';

export const SEND_RESET_LINK_JOB = 'auth.send_reset_link';
/**
 * Minimum time between two links. Anyone can request a link for anyone, so a new request mustn't invalidate a link that
 * was just emailed.
 */
const MIN_LINK_INTERVAL_MS = 5 * 60_000;
const MAX_ADDRESS_LENGTH = 254;
const PURPOSE = 'asked reset';

type ResetRequest = { email: string; redirect_url: string };
/** `asked` is the sealed request. */
export type ResetJob = { role: Role; asked: string };

/**
 * Queues the same work for every address. The account is looked up after the response, so neither the response nor its
 * timing reveals whether the account exists. The job is sealed because it may contain the address of someone who has no
 * account here.
 */
export async function requestReset(
  deps: Pick<Deps, 'db' | 'queue' | 'config'>,
  role: Role,
  { email, redirect_url }: ResetRequest,
) {
  if (!isAllowedRedirect(deps, role, redirect_url)) throw redirectRefused(redirect_url);
  await deps.db.$transaction((tx) => queueReset(deps, tx, role, { email, redirect_url }));
}

/** Queues the request within the caller's transaction. The job emails a link only if the account exists. */
export async function queueReset(
  deps: Pick<Deps, 'queue' | 'config'>,
  tx: Tx,
  role: Role,
  { email, redirect_url }: ResetRequest,
) {
  const { network = '' } = logContext();
  const request = JSON.stringify({ email: email.slice(0, MAX_ADDRESS_LENGTH + 1), redirect_url, network });
  const job: ResetJob = { role, asked: seal(deps.config.appSecret, request, PURPOSE) };
  await deps.queue.send(tx, SEND_RESET_LINK_JOB, job);
}

/** Emails a link if the account exists and its previous link is old enough. */
export async function sendResetLink(
  deps: Pick<Deps, 'db' | 'now' | 'metrics' | 'queue' | 'config'>,
  { role, asked }: ResetJob,
) {
  const unsealed = unseal(deps.config.appSecret, asked, PURPOSE);
  if (!unsealed) return;
  const { email, redirect_url, network } = JSON.parse(unsealed) as ResetRequest & { network: string };
  const account = email.includes('\0') ? null : await accountsOf(deps.db, role).find(email);
  const actor = account ? `${role}:${account.id}` : '';
  await recordSecurityEvent(deps, deps.db, { kind: 'reset_asked', actor, network });
  if (!account) return;
  const holder = { role, id: account.id };
  await deps.db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext(${`reset link ${role}:${account.id}`}))`;
    const recent = { gt: new Date(deps.now().getTime() - MIN_LINK_INTERVAL_MS) };
    const where = { resource_type: role, resource_id: account.id, scope: 'reset_link', created_at: recent } as const;
    if (await tx.authToken.count({ where })) return;
    const { client, token } = await issueLink(tx, deps.now(), holder);
    const query = new URLSearchParams({ reset_password_token: `${client}.${token}`, redirect_url });
    await enqueueEmail(deps, tx, {
      to: account.uid,
      owner: role === 'partner' ? { partner_id: account.id } : null,
      template: 'password_reset',
      props: { name: account.name, reset_url: `${deps.config.appUrl}/api/v1/${role}-auth/password/edit?${query}` },
    });
  });
}

/**
 * Returns the link's redirect with a single-use token that is valid for 15 minutes. The link itself stays valid. An
 * invalid link redirects to the same page without a token; the page explains that and offers a new link. The caller
 * must check the redirect's target first.
 */
export async function openResetLink(
  deps: Pick<Deps, 'db' | 'now'>,
  role: Role,
  query: { reset_password_token: string; redirect_url: string },
) {
  const target = new URL(query.redirect_url);
  const [client = '', token = ''] = query.reset_password_token.split('.');
  const link = await findToken(deps.db, deps.now(), { role, client, token });
  const account = link?.scope === 'reset_link' ? await accountsOf(deps.db, role).findById(link.resource_id) : null;
  if (!account) return target.toString();
  const issued = await deps.db.$transaction(async (tx) => {
    await accountsOf(tx, role).lock(tx, account.id);
    // A new password may have revoked the link in the meantime.
    if (!(await tx.authToken.count({ where: { id: link!.id } }))) return null;
    return issueToken(tx, deps.now(), { role, id: account.id }, 'password_reset');
  });
  if (!issued) return target.toString();
  const parameters = {
    'access-token': issued.token,
    client: issued.client,
    client_id: issued.client,
    config: 'default',
    expiry: String(issued.expiry),
    reset_password: 'true',
    token: issued.token,
    uid: account.uid,
  };
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  return target.toString();
}

const RESET_PAGES = { partner: paths.partnerReset(), user: paths.userReset() };

/**
 * Accepts only the role's own reset page, because the target receives a token that can set a new password. Backslashes
 * are refused because some clients treat them as the end of the host.
 */
export function isAllowedRedirect(deps: Pick<Deps, 'config'>, role: Role, url: string) {
  if (!URL.canParse(url) || url.includes('\\')) return false;
  const { origin, pathname, username, password } = new URL(url);
  return origin === new URL(deps.config.appUrl).origin && pathname === RESET_PAGES[role] && !username && !password;
}
