import { type LedgerDifference, LedgerDifferenceKind } from '#prisma';
import { entity } from '../entity.ts';
import { cents, choice, id, instant, text } from '../fields.ts';

export const ledgerDifferences = entity<LedgerDifference>({
  name: 'ledger_differences',
  singular: 'ledger_difference',
  group: 'Money',
  about: 'Amounts on which the ledger and Stripe disagree, found by the nightly comparison.',
  model: 'ledgerDifference',
  table: 'ledger_differences',
  title: ({ stripe_id }) => stripe_id,
  fields: {
    id: id(),
    stripe_id: text({ list: true, search: true, label: 'Stripe ID' }),
    kind: choice(LedgerDifferenceKind, { list: true }),
    ledger_cents: cents({ list: true, label: 'Ledger amount' }),
    stripe_cents: cents({ list: true, label: 'Amount at Stripe' }),
    moved_at: instant(),
    found_at: instant({ list: true, sort: true, filter: true }),
    resolved_at: instant({ list: true, filter: 'present' }),
  },
});
