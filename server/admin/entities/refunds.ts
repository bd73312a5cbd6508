import { type Refund, RefundCause, RefundState } from '#prisma';
import { entity } from '../entity.ts';
import { cents, choice, id, instant, link, longText, text } from '../fields.ts';

export const refunds = entity<Refund>({
  name: 'refunds',
  singular: 'refund',
  group: 'Money',
  about: 'Refunds, including those that are pending or failed. Make refunds on the promotion’s page.',
  model: 'refund',
  table: 'refunds',
  title: ({ id: one }) => `Refund ${one}`,
  fields: {
    id: id(),
    promotion_id: link('promotions', 'promotion', { list: true, shows: 'id' }),
    invoice_id: link('invoices', 'invoice', { list: true, shows: 'number' }),
    amount_cents: cents({ list: true, sort: true }),
    cause: choice(RefundCause, { list: true }),
    reason: longText(),
    state: choice(RefundState, { list: true }),
    failure: text(),
    stripe_refund_id: text({ label: 'Stripe ID', search: true }),
    claimed_at: instant({ list: true, sort: true, filter: true }),
    settled_at: instant(),
  },
});
