import { type Dispute, DisputeOutcome } from '#prisma';
import { entity, textKey } from '../entity.ts';
import { cents, choice, flag, instant, text } from '../fields.ts';

export const disputes = entity<Dispute>({
  name: 'disputes',
  singular: 'dispute',
  group: 'Money',
  about: 'Charges that a cardholder’s bank has questioned. They are answered at Stripe.',
  model: 'dispute',
  table: 'disputes',
  key: textKey('id'),
  sort: { col: 'opened_at', dir: 'desc' },
  title: ({ id }) => id,
  fields: {
    id: text({ list: true, search: true, label: 'At Stripe' }),
    captured_charge_id: text({ filter: true, label: 'Charge at Stripe' }),
    amount_cents: cents({ list: true, sort: true }),
    reason: text({ list: true }),
    funds_withdrawn: flag({ list: true, filter: true }),
    outcome: choice(DisputeOutcome, { list: true }),
    opened_at: instant({ list: true, sort: true, filter: true }),
    closed_at: instant({ filter: 'present' }),
  },
});
