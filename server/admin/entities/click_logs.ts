import { type ClickLog, ClickSource, InvalidReason, Store, UserAgentClass } from '#prisma';
import { entity, type RecordKey } from '../entity.ts';
import { choice, flag, id, instant, link, number } from '../fields.ts';

const key: RecordKey = {
  of: ({ id: one }) => String(one),
  where: (id) => (/^[1-9]\d{0,17}$/.test(id) ? { id: BigInt(id) } : null),
  isNumeric: true,
  columns: ['id'],
};

/** Leaves out the hashes of networks. */
export const clickLogs = entity<ClickLog>({
  name: 'click_logs',
  singular: 'click_log',
  label: 'Clicks',
  singular_label: 'Click',
  group: 'Newsletter',
  about: 'Requests for tracked links, and whether they’re billable. The promotion’s page shows them by hour and store.',
  model: 'clickLog',
  table: 'click_logs',
  key,
  count_limit: 10_000,
  title: ({ id: one }) => `Click ${one}`,
  fields: {
    id: { ...id(), sort: true },
    promotion_id: link('promotions', 'promotion', { list: true, shows: 'id' }),
    newsletter_id: number({ filter: true, label: 'Newsletter' }),
    reader_id: number({ list: true, filter: true, label: 'Reader' }),
    source: choice(ClickSource, { list: true }),
    store: choice(Store, { list: true }),
    clicked_at: instant({ list: true, sort: true, filter: true }),
    ua_class: choice(UserAgentClass, { list: true, label: 'User agent type' }),
    billable: flag({ list: true, filter: true }),
    invalid_reason: choice(InvalidReason, { list: true }),
  },
});
