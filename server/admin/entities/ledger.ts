import { type LedgerEntry, LedgerKind } from '#prisma';
import { entity } from '../entity.ts';
import { cents, choice, id, instant, link, text } from '../fields.ts';

export const ledger = entity<LedgerEntry>({
  name: 'ledger',
  singular: 'ledger_entry',
  label: 'Ledger',
  singular_label: 'Ledger entry',
  group: 'Money',
  about: 'Money that moved through Stripe. Entries never change.',
  model: 'ledgerEntry',
  table: 'ledger_entries',
  title: ({ stripe_id }) => stripe_id,
  fields: {
    id: id(),
    invoice_id: link('invoices', 'invoice', { list: true, shows: 'number' }),
    kind: choice(LedgerKind, { list: true }),
    amount_cents: cents({ list: true, sort: true }),
    stripe_id: text({ list: true, search: true, label: 'Stripe ID' }),
    at: instant({ list: true, sort: true, filter: true }),
  },
});
