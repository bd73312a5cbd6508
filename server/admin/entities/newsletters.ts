import { type Newsletter, NewsletterKind, NewsletterStatus } from '#prisma';
import { toIsoDate } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { entity } from '../entity.ts';
import { choice, date, id, instant, longText, number, text } from '../fields.ts';

export const newsletters = entity<Newsletter>({
  name: 'newsletters',
  singular: 'newsletter',
  group: 'Newsletter',
  about: 'Newsletters and their progress. Change their text and order on their own screen.',
  model: 'newsletter',
  table: 'newsletters',
  sort: { col: 'newsletter_date', dir: 'desc' },
  title: ({ newsletter_date }) => formatDate(toIsoDate(newsletter_date)),
  fields: {
    id: id(),
    newsletter_date: date({ list: true, sort: true, filter: true }),
    kind: choice(NewsletterKind, { list: true }),
    status: choice(NewsletterStatus, { list: true }),
    subject: text({ list: true, search: true }),
    preheader: text(),
    deliveries_total: number({ list: true, sort: true, label: 'Recipients' }),
    delivered_count: number({ list: true, label: 'Delivered' }),
    bounced_count: number({ list: true, label: 'Bounced' }),
    frozen_at: instant(),
    sending_at: instant(),
    sent_at: instant(),
    paused_at: instant({ filter: 'present' }),
    paused_reason: longText(),
    ended_at: instant({ filter: 'present' }),
    ended_reason: longText(),
    held_at: instant({ filter: 'present' }),
    failure: longText(),
    created_at: instant(),
  },
  linked: [
    { entity: 'promotions', by: 'newsletter_id' },
    { entity: 'deliveries', by: 'newsletter_id' },
    { entity: 'mail_events', by: 'newsletter_id' },
  ],
  page: ({ id: one }) => paths.userNewsletter(one),
});
