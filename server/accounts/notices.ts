/** Emails the account's owner about security-related changes, so that a thief leaves a trace in the mailbox. */
import { enqueueEmail } from '#server/emails/enqueue.ts';
import type { EmailProps } from '#server/emails/templates.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { Role } from '#shared/auth.ts';
import { paths } from '#shared/paths.ts';

type Owner = { role: Role; id: number; account: { uid: string } };
type Change = EmailProps['account_notice']['change'];

/**
 * Queues a notice to `to`. `account` is the record before the change: the notice of a new address goes to the old one.
 */
export const notifyOwner = (
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  { role, id, account }: Owner,
  change: Change,
  { to = account.uid, new_email = null }: { to?: string; new_email?: string | null } = {},
) =>
  enqueueEmail(deps, tx, {
    to,
    // Closing an account deletes its emails; this one must survive.
    owner: role === 'partner' && change !== 'closed' ? { partner_id: id } : null,
    template: 'account_notice',
    props: {
      change,
      new_email,
      account: role === 'partner' ? 'partner' : 'staff',
      forgot_url: deps.config.appUrl + (role === 'partner' ? paths.partnerForgot() : paths.userForgot()),
    },
  });
