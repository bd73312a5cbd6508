import { type ReferralEntry, ReferralState } from '#prisma';
import { entity } from '../entity.ts';
import { cents, choice, id, instant, link, number, text } from '../fields.ts';

export const referralEntries = entity<ReferralEntry>({
  name: 'referral_entries',
  singular: 'referral_entry',
  group: 'Money',
  about: 'Rewards for referring partners, and welcome credits for partners who were referred.',
  model: 'referralEntry',
  table: 'referral_entries',
  title: ({ id: one }) => `Referral entry ${one}`,
  fields: {
    id: id(),
    partner_id: link('partners', 'partner', { list: true, label: 'Credited partner' }),
    referred_id: link('partners', 'referred', { list: true, label: 'Referred partner' }),
    invoice_id: number({ filter: true }),
    kind: text({ list: true, filter: true }),
    amount_cents: cents({ list: true, sort: true }),
    state: choice(ReferralState, { list: true }),
    available_at: instant({ sort: true }),
    created_at: instant({ list: true, sort: true, filter: true }),
  },
});
