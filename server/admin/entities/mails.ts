import { type Mail, MailState } from '#prisma';
import { deliveryJobOf } from '#server/platform/mail.ts';
import { entity } from '../entity.ts';
import { choice, email, id, instant, longText, number, text } from '../fields.ts';
import { revealAddress } from '../reveal.ts';

/** Doesn't show `props`, which are personal, or `secrets`, which have links and tokens. */
export const mails = entity<Mail>({
  name: 'mails',
  singular: 'mail',
  group: 'Newsletter',
  about:
    'Transactional emails: passwords, decisions, receipts. Secret links are deleted once an email is sent or has failed; anyone who needs a new link can request one.',
  model: 'mail',
  table: 'mails',
  select: { secrets: true },
  title: ({ template }) => template.replaceAll('_', ' '),
  fields: {
    id: id(),
    to: email({ list: true, search: true, masked: true, label: 'To' }),
    template: text({ list: true, search: true, filter: true }),
    state: choice(MailState, { list: true }),
    attempts: number({ list: true }),
    failure: longText({ list: true, masked: true }),
    created_at: instant({ list: true, sort: true, filter: true }),
    sent_at: instant({ list: true }),
    bounced_at: instant({ filter: 'present' }),
  },
  actions: [
    revealAddress(({ to }) => to || null),
    {
      name: 'retry',
      label: 'Resend email',
      confirm: 'We’ll resend this email.',
      // An email whose secrets or content were erased can't be rendered again.
      isAllowed: ({ state, secrets, to }) => state === 'failed' && secrets === null && to !== '',
      run: async (deps, tx, { row }) => {
        await tx.mail.update({ where: { id: row.id }, data: { state: 'queued', attempts: 0, failure: null } });
        await deps.queue.send(tx, deliveryJobOf(row.template), { id: row.id });
        return 'The email will be resent.';
      },
    },
  ],
});
