/** Writes the mail beside the fact that causes it: no fact without its mail, no mail without its fact. */
import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { DELIVER_MAIL } from '#server/platform/mail.ts';
import type { MailProps, MailTemplate } from './templates.ts';

export async function enqueueMail<T extends MailTemplate>(
  deps: Pick<Deps, 'queue' | 'config' | 'now'>,
  tx: Tx,
  mail: { to: string; template: T; props: MailProps[T] },
) {
  const host = new URL(deps.config.appUrl).hostname;
  const { id } = await tx.mail.create({
    data: { ...mail, props: mail.props as object, message_id: `<${randomUUID()}@${host}>`, created_at: deps.now() },
    select: { id: true },
  });
  await deps.queue.send(tx, DELIVER_MAIL, { id });
}
