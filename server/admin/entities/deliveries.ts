import { type Delivery, DeliveryState } from '#prisma';
import { hasState } from '#server/deliveries/queries.ts';
import { entity, type RecordKey } from '../entity.ts';
import { choice, instant, link, number, text } from '../fields.ts';

/** Ids consist of the newsletter's id and the reader's, as in '12-345'. */
const key: RecordKey = {
  of: ({ newsletter_id, reader_id }) => `${newsletter_id}-${reader_id}`,
  where: (id) => {
    const [, newsletter, reader] = /^(\d{1,9})-(\d{1,9})$/.exec(id) ?? [];
    return newsletter ? { newsletter_id: Number(newsletter), reader_id: Number(reader) } : null;
  },
  isNumeric: false,
  columns: ['newsletter_id', 'reader_id'],
};

export const deliveries = entity<Delivery>({
  name: 'deliveries',
  singular: 'delivery',
  group: 'Newsletter',
  about: 'One newsletter’s email to one reader. Resolve uncertain deliveries on the newsletter’s page.',
  model: 'delivery',
  table: 'deliveries',
  key,
  sort: { col: 'newsletter_id', dir: 'desc' },
  count_limit: 10_000,
  title: ({ newsletter_id, reader_id }) => `Newsletter ${newsletter_id} to reader ${reader_id}`,
  fields: {
    newsletter_id: link('newsletters', 'newsletter', { list: true, shows: 'newsletter_date' }),
    reader_id: link('readers', 'reader', { list: true, shows: 'id' }),
    state: choice(DeliveryState, { list: true, filterBy: (state) => hasState(state as DeliveryState) }),
    attempts: number({ list: true }),
    message_id: text({ filter: true }),
    link_count: number(),
    failure: text({ list: true, masked: true }),
    next_attempt_at: instant(),
    accepted_at: instant({ list: true }),
  },
});
