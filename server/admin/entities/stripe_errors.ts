import type { StripeError } from '#prisma';
import { entity } from '../entity.ts';
import { id, instant, link, longText, text } from '../fields.ts';

export const stripeErrors = entity<StripeError>({
  name: 'stripe_errors',
  singular: 'stripe_error',
  label: 'Declined charges',
  singular_label: 'Declined charge',
  group: 'Money',
  about: 'Reasons why charges were declined. Resolved when the invoice is paid or written off.',
  model: 'stripeError',
  table: 'stripe_errors',
  title: ({ code }) => code,
  fields: {
    id: id(),
    promotion_id: link('promotions', 'promotion', { list: true, shows: 'id' }),
    payment_intent_id: text({ label: 'Stripe payment ID' }),
    type: text({ list: true, filter: true }),
    code: text({ list: true, search: true, filter: true }),
    decline_code: text({ list: true, search: true, filter: true }),
    message: longText({ search: true }),
    created_at: instant({ list: true, sort: true, filter: true }),
    resolved_at: instant({ list: true, filter: 'present' }),
  },
});
