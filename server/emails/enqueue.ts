/** Writes the mail beside the fact that causes it: no fact without its mail, no mail without its fact. */
import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { deliveryJobOf } from '#server/platform/mail.ts';
import { apart } from './secrets.ts';
import type { MailProps, MailTemplate } from './templates.ts';

/** Who may take the mail away and have it erased; null: nobody, since it is the house's own. */
type MailOwner = { partner_id: number } | { reader_id: number } | null;

export const toPartner = ({ id, uid }: { id: number; uid: string }) => ({ to: uid, owner: { partner_id: id } });

export async function enqueueMail<T extends MailTemplate>(
  deps: Pick<Deps, 'queue' | 'config' | 'now'>,
  tx: Tx,
  { owner, props, template, ...mail }: { to: string; owner: MailOwner; template: T; props: MailProps[T] },
) {
  const host = new URL(deps.config.appUrl).hostname;
  const message_id = `<${randomUUID()}@${host}>`;
  const { id } = await tx.mail.create({
    data: { ...mail, ...owner, template, ...apart(template, props), message_id, created_at: deps.now() },
    select: { id: true },
  });
  await deps.queue.send(tx, deliveryJobOf(template), { id });
}
