import type { CreditCard } from '#prisma';
import { allowCharges } from '#server/billing/cards.ts';
import { requiredText } from '#shared/params.ts';
import { entity } from '../entity.ts';
import { flag, id, instant, link, longText, number, text } from '../fields.ts';

/** The few facts about cards that Deckle stores, except Stripe's ID and fingerprint. Stripe stores the rest. */
export const creditCards = entity<CreditCard>({
  name: 'credit_cards',
  singular: 'credit_card',
  group: 'Money',
  about: 'Partners’ cards: brand, last four digits, and expiration only.',
  model: 'creditCard',
  table: 'credit_cards',
  title: ({ brand, last4 }) => `${brand} ending in ${last4}`,
  fields: {
    id: id(),
    partner_id: link('partners', 'partner', { list: true }),
    brand: text({ list: true, filter: true }),
    last4: text({ list: true, filter: true, label: 'Ending in' }),
    exp_month: number(),
    exp_year: number({ list: true, sort: true }),
    is_default: flag({ list: true, filter: true }),
    is_card_valid: flag({ list: true, filter: true }),
    refused_at: instant({ filter: 'present', label: 'Declined by their bank' }),
    removed_at: instant({ filter: 'present' }),
    created_at: instant({ sort: true }),
  },
  actions: [
    {
      name: 'allow_charges',
      label: 'Allow charges again',
      confirm:
        'The bank declined this card for good. Allow it only if the cardholder has resolved that with the bank: repeated declines hurt our standing with all banks.',
      runRole: 'admin',
      input: { reason: longText({ label: 'Reason', create: requiredText(500) }) },
      isAllowed: ({ refused_at }) => refused_at !== null,
      run: async (deps, tx, { row }) => {
        const { is_card_valid } = await allowCharges(tx, deps.now(), row);
        if (row.removed_at) return 'The partner can add this card again.';
        return is_card_valid
          ? 'The card can be charged again.'
          : 'The refusal was cleared, but the card has expired. The partner has to update its expiration date.';
      },
    },
  ],
});
