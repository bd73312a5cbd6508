/**
 * Transactional emails: a row and its job in the caller's transaction, rendered and delivered later by the queue. See
 * docs/decisions/0033-single-emails-at-least-once.md.
 */

import type { Mail, ReaderStatus } from '#prisma';
import { inLongTransaction } from './database.ts';
import type { Deps } from './deps.ts';
import { externalCall } from './failpoints.ts';
import { whileLeased } from './leases.ts';
import { mailKeys, returnPathOf } from './mail-keys.ts';
import { operatorLine } from './operator.ts';

export type OutgoingEmail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Permanent id of this email: a transport with idempotency keys accepts it once, even if it is sent repeatedly. */
  messageId: string;
  /** Address for its bounces; defaults to the sender. */
  returnPath?: string | null;
  headers?: Record<string, string>;
  /**
   * The complete message, for a transport that would otherwise compose it: CRLF lines, none of which starts with a dot,
   * so that it can be written to the socket unchanged.
   */
  raw?: (options?: RawOptions) => Buffer;
};

/**
 * `ending` is appended to the message. With `buffer`, the message is written to that buffer, and is only valid until
 * the buffer is used again. Otherwise, the message gets a buffer of its own.
 */
export type RawOptions = { ending?: string; buffer?: MessageBuffer };

/**
 * Reusable buffer for messages; it grows when needed. Allocating a buffer for each of a million messages would take
 * longer than writing them.
 */
export type MessageBuffer = { bytes: Buffer };
export const newMessageBuffer = (): MessageBuffer => ({ bytes: Buffer.alloc(INITIAL_BUFFER_BYTES) });
const INITIAL_BUFFER_BYTES = 64 * 1024;

export type MailTransport = {
  /** Recorded with a newsletter's ranges, because another transport can't know the outcome of what this one sent. */
  name: 'smtp' | 'http' | 'mailbox';
  /** True if an email with an unknown outcome may be sent again with the same key. */
  isIdempotent: boolean;
  /** Number of emails it sends concurrently. */
  connections: number;
  /** Sends one email or throws a MailError. Any other error means that nothing was handed over. */
  send(mail: OutgoingEmail): Promise<void>;
  /** Accepts no more emails; those in flight are completed. */
  close(): void;
  isClosed(): boolean;
};

/**
 * bounced: refused permanently. deferred: try again later. uncertain: may have arrived. unavailable: the transport
 * can't accept any email at the moment.
 */
type MailOutcome = 'bounced' | 'deferred' | 'uncertain' | 'unavailable';

export class MailError extends Error {
  readonly outcome: MailOutcome;
  /** The address itself was refused and shouldn't be emailed again. */
  readonly isBadAddress: boolean;

  constructor(outcome: MailOutcome, message: string, { isBadAddress = false, cause = undefined as unknown } = {}) {
    super(message.slice(0, 500), { cause });
    this.outcome = outcome;
    this.isBadAddress = isBadAddress;
  }
}

export type Rendered = { html: string; text: string };

/**
 * Email components, compiled by Vite because Node can't read JSX. A newsletter is assembled from parts that are
 * rendered once: a frame with a gap, headings, and entries of deals.
 */
export type MailRenderer = {
  renderEmail(template: string, props: object, site: EmailFooter): Promise<Rendered & { subject: string }>;
  renderFrame(props: object): Promise<{ before: Rendered; after: Rendered }>;
  renderHeading(name: string, about: { isFirst: boolean; off_url?: string; list_url?: string }): Rendered;
  renderEntry(deal: object): Rendered;
  renderNewsletter(props: object): Promise<Rendered & { subject: string }>;
  /** Example props of each template. */
  emailFixtures: Record<string, object>;
  newsletterFixture: object;
};

/** Installation facts that every email shows. */
type EmailFooter = { app_url: string; support_email: string; postal_address: string };

export const emailFooter = ({ config }: Pick<Deps, 'config'>): EmailFooter => ({
  app_url: config.appUrl,
  support_email: config.operator.email,
  postal_address: operatorLine(config.operator),
});

const ACCOUNT_NOTICE = 'account_notice';
const DELIVER_EMAIL_JOB = 'mail.deliver';
const DELIVER_SECURITY_EMAIL_JOB = 'mail.deliver_security';
/** Emails that someone is waiting for, and security notices: they mustn't queue behind a thousand others. */
const SECURITY_TEMPLATES: readonly string[] = [
  'password_reset',
  'staff_invitation',
  'reader_confirm',
  'reader_list_confirm',
  'email_verification',
  ACCOUNT_NOTICE,
];

/** The job type that delivers an email. */
export const deliveryJobOf = (template: string) =>
  SECURITY_TEMPLATES.includes(template) ? DELIVER_SECURITY_EMAIL_JOB : DELIVER_EMAIL_JOB;

export function registerMailJobs(
  deps: Pick<Deps, 'db' | 'pool' | 'now' | 'log' | 'queue' | 'config' | 'mail' | 'mailRenderer'>,
) {
  const deliver = (data: { id: number }) => deliverMail(deps, data);
  deps.queue.handle(DELIVER_EMAIL_JOB, deliver);
  // Fetched one at a time per worker, so that an email that hangs doesn't block others.
  deps.queue.handle(DELIVER_SECURITY_EMAIL_JOB, deliver, { batch: 1, concurrency: 2 });
}

const MAX_ATTEMPTS = 8;

/**
 * Delivers one queued email. A lease keeps a second job from sending it while the first job's process lives. After a
 * crash that followed the hand-over, the email is sent again with the same Message-ID, because two password resets are
 * better than none.
 */
export const deliverMail = (
  deps: Pick<Deps, 'db' | 'pool' | 'now' | 'log' | 'config' | 'mail' | 'mailRenderer'>,
  { id }: { id: number },
) => whileLeased(deps.pool, `email ${id}`, () => deliverLeased(deps, id)).then(() => undefined);

async function deliverLeased(deps: Pick<Deps, 'db' | 'now' | 'log' | 'config' | 'mail' | 'mailRenderer'>, id: number) {
  const mail = await deps.db.mail.findUnique({ where: { id } });
  if (mail?.state !== 'queued') return;
  if (QUESTION_TEMPLATES[mail.template] && (await deleteIfAnswered(deps, mail))) return;
  // The worker of the last attempt died before it recorded a result.
  if (mail.attempts >= MAX_ATTEMPTS)
    return recordFailure(deps, mail, new Error(mail.failure ?? 'The worker stopped while sending this email.'));
  // The number of the attempt is its fencing number: once the next attempt has begun, a process that was paused neither
  // begins this one nor records its failure.
  const { count } = await deps.db.mail.updateMany({
    where: { id, state: 'queued', attempts: mail.attempts },
    data: { attempts: { increment: 1 } },
  });
  if (!count) return;
  try {
    await handOver(deps, mail);
  } catch (error) {
    return recordFailure(deps, { ...mail, attempts: mail.attempts + 1 }, error);
  }
  // Whichever attempt sent the email, it is sent. Its row may have been deleted since.
  await deps.db.mail.updateMany({
    where: { id },
    data: {
      ...erasedSecrets(mail),
      ...(isContact(mail) && { props: {} }),
      state: 'sent',
      sent_at: deps.now(),
      failure: null,
    },
  });
  await eraseNotice(deps, mail);
}

/** Emails that ask a reader something, and the reader's status as long as there's no answer. */
const QUESTION_TEMPLATES: { [template: string]: ReaderStatus } = {
  reader_permission: 'pending',
  reader_sunset: 'active',
};

/** Deletes a queued question if its reader has answered or left since. Returns true if it was deleted. */
const deleteIfAnswered = async ({ db }: Pick<Deps, 'db'>, { id, template }: Mail) =>
  (
    await db.mail.deleteMany({
      where: {
        id,
        reader: { OR: [{ status: { not: QUESTION_TEMPLATES[template]! } }, { question: { outcome: { not: null } } }] },
      },
    })
  ).count > 0;

/** Erases an account notice without a partner (to staff or a closed account) once it is delivered or has failed. */
const eraseNotice = ({ db }: Pick<Deps, 'db'>, { id }: Mail) =>
  db.mail.updateMany({
    where: { id, template: ACCOUNT_NOTICE, partner_id: null },
    data: { to: '', props: {}, failure: null },
  });

/** True for a visitor's message, whose text is erased because the operator's mailbox has it now. */
const isContact = ({ template }: Mail) => template === 'contact_message';

/** Erases the secrets of a delivered or failed email, so that its row no longer grants access. */
const erasedSecrets = ({ secrets }: Mail) => (secrets ? { secrets: {} } : {});

async function handOver(deps: Pick<Deps, 'config' | 'mail' | 'mailRenderer'>, mail: Mail) {
  const { renderEmail } = await deps.mailRenderer();
  const props = { ...(mail.props as object), ...(mail.secrets as object | null) };
  const rendered = await renderEmail(mail.template, props, emailFooter(deps));
  const keys = mailKeys(deps.config.appSecret, { newsletter_id: 0, id: mail.id });
  const returnPath = returnPathOf(deps.config.MAIL_BOUNCE_DOMAIN, keys);
  const message = { ...rendered, to: mail.to, messageId: mail.message_id, returnPath };
  await externalCall('mail.hand_over', () => deps.mail.send(message));
}

/** Stores the reason and rethrows so that the queue retries, until the last attempt or a permanent refusal. */
async function recordFailure(deps: Pick<Deps, 'db' | 'now' | 'log'>, mail: Mail, error: unknown) {
  const { id, attempts } = mail;
  const failure = String((error as Error)?.message ?? error).slice(0, 500);
  const isRefused = error instanceof MailError && error.outcome === 'bounced';
  const isFinal = isRefused || attempts >= MAX_ATTEMPTS;
  const bounced_at = isRefused && error.isBadAddress ? deps.now() : null;
  const finalFailure = { ...erasedSecrets(mail), state: 'failed', bounced_at } as const;
  const { count } = await deps.db.mail.updateMany({
    where: { id, state: 'queued', attempts },
    data: { failure, ...(isFinal ? finalFailure : {}) },
  });
  if (!isFinal) throw error;
  if (!count) return;
  await eraseNotice(deps, mail);
  deps.log.error({ mail_id: id, failure }, 'email failed');
}

/** Unique among our advisory locks. */
const REQUEUE_LOCK = 7_303;
const MAX_REQUEUED = 200;

/** Requeues emails whose job is gone; returns how many. */
export const requeueLostEmails = (deps: Pick<Deps, 'db' | 'queue' | 'log'>): Promise<number> =>
  inLongTransaction(deps.db, async (tx) => {
    // Two concurrent sweeps would give an email two jobs.
    const [lock] = await tx.$queryRaw<
      { is_acquired: boolean }[]
    >`select pg_try_advisory_xact_lock(${REQUEUE_LOCK}::bigint) as is_acquired`;
    if (!lock!.is_acquired) return 0;
    const lost = await tx.$queryRaw<{ id: number; template: string }[]>`
      select id, template from mails where state = 'queued' and not exists (
        select from pgboss.job where name in (${DELIVER_EMAIL_JOB}, ${DELIVER_SECURITY_EMAIL_JOB}) and state < 'completed'
          and (data ->> 'id')::int = mails.id
      ) order by id limit ${MAX_REQUEUED}`;
    for (const { id, template } of lost) await deps.queue.send(tx, deliveryJobOf(template), { id });
    if (lost.length) deps.log.warn({ mail_ids: lost.map(({ id }) => id) }, 'requeued emails that had no job');
    return lost.length;
  });
