/** Transactional mail: a row and its job in the caller's transaction, rendered and handed over later by the queue. */
import type { Deps } from './deps.ts';

export type OutgoingMail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  headers?: Record<string, string>;
};

export type MailTransport = {
  /** Hands one mail over. Throws when it was refused; after a time-out the outcome is unknown. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};

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
};

/** What every mail says about the installation that sends it. */
export type MailSite = { app_url: string; support_email: string; postal_address: string };

export const mailSite = ({ config }: Pick<Deps, 'config'>): MailSite => ({
  app_url: config.appUrl,
  support_email: config.SUPPORT_EMAIL,
  postal_address: config.POSTAL_ADDRESS,
});

export const DELIVER_MAIL = 'mail.deliver';

/** The queue's handler. Claims the row first, so that a job that runs twice sends once. */
export async function deliverMail(deps: Deps, { id }: { id: number }) {
  const mail = await deps.db.mail.findUnique({ where: { id } });
  if (mail?.state !== 'queued') return;
  const { renderMail } = await deps.mailRenderer();
  const rendered = await renderMail(mail.template, mail.props as object, mailSite(deps));
  const claimed = await deps.db.mail.updateMany({
    where: { id, state: 'queued', attempts: mail.attempts },
    data: { attempts: { increment: 1 } },
  });
  if (!claimed.count) return;
  await deps.mail.send({ ...rendered, to: mail.to, messageId: mail.message_id });
  await deps.db.mail.update({ where: { id }, data: { state: 'sent', sent_at: deps.now() } });
}
