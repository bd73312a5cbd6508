/** Transactional mail: a row and its job in the caller's transaction, rendered and handed over later by the queue. */
import type { Mail } from '#prisma';
import { inLongTransaction, whileLocked } from './database.ts';
import type { Deps } from './deps.ts';
import { outside } from './failpoints.ts';
import { mailKeys, returnPathOf } from './mail-keys.ts';

export type OutgoingMail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Names this mail for ever: a transport with idempotency keys takes it once, however often it is handed over. */
  messageId: string;
  /** Where its bounces come back to; unset: to the sender. */
  returnPath?: string | null;
  headers?: Record<string, string>;
  /**
   * The whole message, for a transport that would compose it otherwise: in CRLF lines, of which none begins with a dot, so
   * that it may be written to the wire as it stands.
   */
  raw?: (how?: RawOptions) => Buffer;
};

/** `ending` is put behind the message. On a page it lasts until the next one is written there; without one it is on its own. */
export type RawOptions = { ending?: string; page?: Page };

/**
 * Where a message is written; it grows when it is too short. A new buffer for each of a million messages would cost more than
 * writing them: fresh memory has to be fetched, and collected.
 */
export type Page = { bytes: Buffer };
export const newPage = (): Page => ({ bytes: Buffer.alloc(PAGE_BYTES) });
const PAGE_BYTES = 64 * 1024;

export type MailTransport = {
  /** Kept with what it was given, since another transport cannot know what became of that. */
  name: 'smtp' | 'http' | 'mailbox';
  /** True: a mail whose outcome is unknown may be handed over again with the same key. False: it must not. */
  isIdempotent: boolean;
  /** How many mails it carries at once. */
  connections: number;
  /** Hands one mail over, or throws a MailError. Any other error says that nothing was handed over. */
  send(mail: OutgoingMail): Promise<void>;
  /** Takes no more mail; what is under way ends. */
  close(): void;
  isClosed(): boolean;
};

/**
 * bounced: refused for good. deferred: later again. uncertain: it may have arrived. unavailable: nothing can be handed over at
 * present, whatever the mail.
 */
type MailOutcome = 'bounced' | 'deferred' | 'uncertain' | 'unavailable';

export class MailError extends Error {
  readonly outcome: MailOutcome;
  /** The address itself was refused: nobody should write to it again. */
  readonly isBadAddress: boolean;

  constructor(outcome: MailOutcome, message: string, { isBadAddress = false, cause = undefined as unknown } = {}) {
    super(message.slice(0, 500), { cause });
    this.outcome = outcome;
    this.isBadAddress = isBadAddress;
  }
}

export type Rendered = { html: string; text: string };

/**
 * The mail components, which Vite compiles since Node does not strip JSX. A newsletter is put together from parts that are
 * rendered once per edition: a frame with a gap, headings, and one entry per deal and set of stores.
 */
export type MailRenderer = {
  renderMail(template: string, props: object, site: MailSite): Promise<Rendered & { subject: string }>;
  renderFrame(props: object): Promise<{ before: Rendered; after: Rendered }>;
  renderHeading(category_name: string, isFirst: boolean): Rendered;
  renderEntry(deal: object): Rendered;
  renderNewsletter(props: object): Promise<Rendered & { subject: string }>;
  /** The props of one example of each, by template. */
  mailFixtures: Record<string, object>;
  newsletterFixture: object;
};

/** What every mail says about the installation that sends it. */
type MailSite = { app_url: string; support_email: string; postal_address: string };

export const mailSite = ({ config }: Pick<Deps, 'config'>): MailSite => ({
  app_url: config.appUrl,
  support_email: config.SUPPORT_EMAIL,
  postal_address: config.POSTAL_ADDRESS,
});

const ACCOUNT_NOTICE = 'account_notice';
const DELIVER_MAIL = 'mail.deliver';
const DELIVER_SECURITY_MAIL = 'mail.deliver_security';
/** Somebody waits in front of the screen for these, so they never queue behind a thousand results. */
const SECURITY_TEMPLATES: readonly string[] = [
  'password_reset',
  'staff_invitation',
  'reader_confirm',
  'email_verification',
  ACCOUNT_NOTICE,
];

/** The kind of job that delivers an email. */
export const deliveryJobOf = (template: string) =>
  SECURITY_TEMPLATES.includes(template) ? DELIVER_SECURITY_MAIL : DELIVER_MAIL;

export function handleMail(deps: Deps) {
  const deliver = (data: { id: number }) => deliverMail(deps, data);
  deps.queue.handle(DELIVER_MAIL, deliver);
  // One at a time each: an email that hangs holds up no other that was fetched with it.
  deps.queue.handle(DELIVER_SECURITY_MAIL, deliver, { batch: 1, concurrency: 2 });
}

const MAX_ATTEMPTS = 8;
/** Apart from other advisory locks on this database. */
const DELIVERIES = 7_302;

/**
 * Delivers one queued email. A lock keeps two jobs from sending it twice, for as long as the first one's process lives. A crash
 * after the hand-over sends it again, under the same Message-ID: of a password reset, two are better than none.
 */
export const deliverMail = (deps: Deps, { id }: { id: number }) =>
  whileLocked(deps.pool, [DELIVERIES, id], () => deliverLocked(deps, id)).then(() => undefined);

async function deliverLocked(deps: Deps, id: number) {
  const mail = await deps.db.mail.findUnique({ where: { id } });
  if (mail?.state !== 'queued') return;
  // Each of its workers died with it.
  if (mail.attempts >= MAX_ATTEMPTS) return afterFailure(deps, mail, new Error(mail.failure ?? 'The worker died.'));
  const { count } = await deps.db.mail.updateMany({ where: { id }, data: { attempts: { increment: 1 } } });
  if (!count) return;
  try {
    await handOver(deps, mail);
  } catch (error) {
    return afterFailure(deps, { ...mail, attempts: mail.attempts + 1 }, error);
  }
  await deps.db.mail.update({
    where: { id },
    data: { ...forgotten(mail), state: 'sent', sent_at: deps.now(), failure: null },
  });
  await forgetNotice(deps, mail);
}

/** A notice to a closed account outlives the account only until it is delivered or given up. Staff's are nobody's either. */
const forgetNotice = ({ db }: Pick<Deps, 'db'>, { id }: Mail) =>
  db.mail.updateMany({ where: { id, template: ACCOUNT_NOTICE, partner_id: null }, data: { to: '', props: {} } });

/** A token is kept as a hash elsewhere, so it must not stand here for ever. */
const forgotten = ({ secrets }: Mail) => (secrets ? { secrets: {} } : {});

async function handOver(deps: Pick<Deps, 'config' | 'mail' | 'mailRenderer'>, mail: Mail) {
  const { renderMail } = await deps.mailRenderer();
  const props = { ...(mail.props as object), ...(mail.secrets as object | null) };
  const rendered = await renderMail(mail.template, props, mailSite(deps));
  const keys = mailKeys(deps.config.appSecret, { newsletter_id: 0, id: mail.id });
  const returnPath = returnPathOf(deps.config.MAIL_BOUNCE_DOMAIN, keys);
  const message = { ...rendered, to: mail.to, messageId: mail.message_id, returnPath };
  await outside('mail.hand_over', () => deps.mail.send(message));
}

/** Kept with its reason; thrown on, so that the queue tries again, until the last attempt or a refusal for good. */
async function afterFailure(deps: Pick<Deps, 'db' | 'now' | 'log'>, mail: Mail, error: unknown) {
  const { id, attempts } = mail;
  const failure = String((error as Error)?.message ?? error).slice(0, 500);
  const isRefused = error instanceof MailError && error.outcome === 'bounced';
  const isOver = isRefused || attempts >= MAX_ATTEMPTS;
  const bounced_at = isRefused && error.isBadAddress ? deps.now() : null;
  const given_up = { ...forgotten(mail), state: 'failed', bounced_at } as const;
  await deps.db.mail.update({ where: { id }, data: { failure, ...(isOver ? given_up : {}) } });
  if (!isOver) throw error;
  await forgetNotice(deps, mail);
  deps.log.error({ mail_id: id, failure }, 'mail given up');
}

/** Any number that no other advisory lock has. */
const REQUEUE = 7_303;
const MAX_REQUEUED = 200;

/** Queues emails again that wait for a job that is gone. Answers how many. */
export const requeueLostMails = (deps: Pick<Deps, 'db' | 'queue' | 'log'>): Promise<number> =>
  inLongTransaction(deps.db, async (tx) => {
    // Two sweeps at once would give an email two jobs.
    const [lock] = await tx.$queryRaw<
      { is_mine: boolean }[]
    >`select pg_try_advisory_xact_lock(${REQUEUE}::bigint) as is_mine`;
    if (!lock!.is_mine) return 0;
    const lost = await tx.$queryRaw<{ id: number; template: string }[]>`
      select id, template from mails where state = 'queued' and not exists (
        select from pgboss.job where name in (${DELIVER_MAIL}, ${DELIVER_SECURITY_MAIL}) and state < 'completed'
          and (data ->> 'id')::int = mails.id
      ) order by id limit ${MAX_REQUEUED}`;
    for (const { id, template } of lost) await deps.queue.send(tx, deliveryJobOf(template), { id });
    if (lost.length) deps.log.warn({ mail_ids: lost.map(({ id }) => id) }, 'emails had lost their job');
    return lost.length;
  });
