/**
 * Queues an email in the transaction that causes it, so that neither exists without the other. See
 * docs/decisions/0034-every-email-has-an-owner.md.
 */
import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { deliveryJobOf } from '#server/platform/mail.ts';
import type { EmailProps, EmailTemplate } from './templates.ts';

/**
 * The person who can export and erase the email as personal data. Null for emails to staff, and for the notice that a
 * partner's account was closed.
 */
type MailOwner = { partner_id: number } | { reader_id: number } | null;

const CLOSED_DOMAIN = '@invalid';
/** The address of a closed account, which replaces its own. No email is queued for it. */
export const closedAddress = (id: number) => `closed-${id}${CLOSED_DOMAIN}`;

export const toPartner = ({ id, uid }: { id: number; uid: string }) => ({ to: uid, owner: { partner_id: id } });

type NewMail<T extends EmailTemplate> = {
  to: string;
  owner: MailOwner;
  template: T;
  props: EmailProps[T];
  /**
   * Deduplication key of letters, digits, underscores, and hyphens. A second email with the same key isn't queued,
   * because the Message-ID derived from the key must be unique.
   */
  once?: string;
};

export const enqueueEmail = <T extends EmailTemplate>(
  deps: Pick<Deps, 'queue' | 'config' | 'now'>,
  tx: Tx,
  { template, ...mail }: NewMail<T>,
) => enqueueEmails(deps, tx, template, [mail]);

function messageIdOf(once: string, hostname: string): string {
  if (/[^\w-]/.test(once)) throw new Error(`The key “${once}” can’t be part of a Message-ID.`);
  return `<${once}@${hostname}>`;
}

/** Queues an email to each of several people, with as many statements as for one email. */
export async function enqueueEmails<T extends EmailTemplate>(
  deps: Pick<Deps, 'queue' | 'config' | 'now'>,
  tx: Tx,
  template: T,
  mails: readonly Omit<NewMail<T>, 'template'>[],
) {
  const { hostname } = new URL(deps.config.appUrl);
  const deliverable = mails.filter(({ to }) => !to.endsWith(CLOSED_DOMAIN));
  const created = await tx.mail.createManyAndReturn({
    data: deliverable.map(({ owner, props, once = randomUUID(), ...mail }) => ({
      ...{ ...mail, ...owner, template, ...separateSecrets(template, props) },
      ...{ message_id: messageIdOf(once, hostname), created_at: deps.now() },
    })),
    skipDuplicates: true,
    select: { id: true },
  });
  await deps.queue.sendAll(tx, deliveryJobOf(template), created);
}

/**
 * Props that grant access to anyone who has them. They're stored only until the email is sent or fails for good.
 */
const SECRETS: { [T in EmailTemplate]?: (keyof EmailProps[T])[] } = {
  password_reset: ['reset_url'],
  staff_invitation: ['accept_url'],
  email_verification: ['verify_url'],
  reader_confirm: ['confirm_url'],
  reader_list_confirm: ['confirm_url'],
  reader_permission: ['confirm_url', 'unsubscribe_url', 'list_unsubscribe'],
  reader_sunset: ['keep_url', 'unsubscribe_url', 'list_unsubscribe'],
  reader_welcome: ['preferences_url', 'unsubscribe_url', 'list_unsubscribe'],
};

/** Splits the props into two columns. `secrets` is omitted if there are none. */
function separateSecrets(template: EmailTemplate, props: object): { props: object; secrets?: object } {
  const names: readonly string[] = SECRETS[template] ?? [];
  if (!names.length) return { props };
  const entries = Object.entries(props);
  return {
    props: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
    secrets: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
  };
}

/** Emails the operator about something that a person should look at, once per key. */
export const alertSupport = (
  deps: Pick<Deps, 'queue' | 'config' | 'now'>,
  tx: Tx,
  { once, path, ...text }: { once: string; headline: string; message: string; path: string },
) =>
  enqueueEmail(deps, tx, {
    to: deps.config.operator.email,
    owner: null,
    template: 'staff_alert',
    once,
    props: { ...text, details_url: deps.config.appUrl + path },
  });
