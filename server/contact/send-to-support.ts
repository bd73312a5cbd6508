import { enqueueEmail } from '#server/emails/enqueue.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { ContactInput } from '#shared/contact.ts';

/** Queues an email to OPERATOR_EMAIL that contains the message and has the sender as Reply-To. */
export const sendToSupport = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { name, email, subject, message }: Omit<ContactInput, 'website'>,
): Promise<void> =>
  deps.db.$transaction((tx) =>
    enqueueEmail(deps, tx, {
      to: deps.config.operator.email,
      owner: null,
      template: 'contact_message',
      props: { name, email, subject: subject ?? null, message, contact_url: `${deps.config.appUrl}/contact` },
    }),
  );
