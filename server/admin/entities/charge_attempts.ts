import { Actor, type ChargeAttempt, ChargeState } from '#prisma';
import { entity } from '../entity.ts';
import { cents, choice, id, instant, link, number, text } from '../fields.ts';

export const chargeAttempts = entity<ChargeAttempt>({
  name: 'charge_attempts',
  singular: 'charge_attempt',
  group: 'Money',
  about: 'Attempts to charge a card. “Claimed” means that Stripe hasn’t confirmed the result yet.',
  model: 'chargeAttempt',
  table: 'charge_attempts',
  title: ({ id: one }) => `Charge attempt ${one}`,
  fields: {
    id: id(),
    promotion_id: link('promotions', 'promotion', { list: true, shows: 'id' }),
    invoice_id: link('invoices', 'invoice', { shows: 'number' }),
    partner_id: link('partners', 'partner', { list: true }),
    credit_card_id: link('credit_cards', 'credit_card', { shows: 'last4' }),
    number: number({ list: true }),
    amount_cents: cents({ list: true, sort: true }),
    state: choice(ChargeState, { list: true }),
    payment_intent_id: text({ filter: true, label: 'Stripe payment ID' }),
    requested_by: choice(Actor),
    claimed_at: instant({ list: true, sort: true, filter: true }),
    settled_at: instant(),
  },
});
