/** Invitations: new staff choose their own password through an emailed link. */
import { randomBytes } from 'node:crypto';
import type { User } from '#prisma';
import { hashPassword } from '#server/auth/passwords.ts';
import { issueLink } from '#server/auth/tokens.ts';
import { enqueueEmail } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { DAY_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';

const VALID_DAYS = 3;

/** Password hash of a random value, used until the account's password is chosen. */
export const randomPasswordHash = () => hashPassword(randomBytes(32).toString('base64url'));

/** Emails the invitation. Opening the link doesn't use it up, so link scanners can't; choosing the password does. */
export async function inviteUser(deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, user: User, invited_by: string) {
  const holder = { role: 'user', id: user.id } as const;
  const { client, token } = await issueLink(tx, deps.now(), holder, VALID_DAYS * DAY_MS);
  const query = new URLSearchParams({
    reset_password_token: `${client}.${token}`,
    redirect_url: deps.config.appUrl + paths.userReset(),
  });
  const accept_url = `${deps.config.appUrl}/api/v1/user-auth/password/edit?${query}`;
  await enqueueEmail(deps, tx, {
    to: user.uid,
    owner: null,
    template: 'staff_invitation',
    props: { name: user.name, invited_by, role: user.role, accept_url, days: VALID_DAYS },
  });
}
