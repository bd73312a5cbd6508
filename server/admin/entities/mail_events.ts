import { type MailEvent, MailEventType } from '#prisma';
import { entity } from '../entity.ts';
import { choice, id, instant, longText, number } from '../fields.ts';

export const mailEvents = entity<MailEvent>({
  name: 'mail_events',
  singular: 'mail_event',
  label: 'Bounces, complaints, and unsubscribes',
  singular_label: 'Bounce, complaint, or unsubscribe',
  group: 'Newsletter',
  about: 'Bounces from mail servers, complaints from people who marked an email as spam, and unsubscribes by email.',
  model: 'mailEvent',
  table: 'mail_events',
  title: ({ type, id: eventId }) => `${type.replace('_', ' ')} ${eventId}`,
  fields: {
    id: id(),
    type: choice(MailEventType, { list: true }),
    newsletter_id: number({ list: true, filter: true, label: 'Newsletter' }),
    reader_id: number({ list: true, filter: true, label: 'Reader' }),
    mail_id: number({ filter: true, label: 'Email' }),
    diagnostic: longText({ list: true, masked: true }),
    at: instant({ list: true, sort: true, filter: true }),
    received_at: instant(),
  },
});
