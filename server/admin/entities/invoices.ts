import { type Invoice, InvoiceStatus, InvoiceType } from '#prisma';
import { invoiceNumber } from '#server/billing/presenter.ts';
import { unpaidInvoice } from '#server/billing/queries.ts';
import { containsText } from '#server/platform/http/lists.ts';
import { entity } from '../entity.ts';
import { cents, choice, date, id, instant, json, link, number, text } from '../fields.ts';

export const invoices = entity<Invoice>({
  name: 'invoices',
  singular: 'invoice',
  group: 'Money',
  about:
    'Invoices for promotions, refunds, rewards, and adjustments. They can’t be edited; charge or refund on the promotion’s page.',
  model: 'invoice',
  table: 'invoices',
  title: ({ number: one }) => `Invoice ${invoiceNumber(one)}`,
  fields: {
    id: id(),
    number: number({ list: true, sort: true, filter: true }),
    invoice_type: choice(InvoiceType, { list: true }),
    date: date({ list: true, sort: true, filter: true }),
    partner_id: link('partners', 'partner', { list: true }),
    promotion_id: link('promotions', 'promotion', { shows: 'id' }),
    lines: json(),
    subtotal_cents: cents(),
    discount_cents: cents(),
    credit_cents: cents(),
    total_cents: cents({ list: true, sort: true }),
    status: choice(InvoiceStatus, { list: true }),
    refunded_cents: cents(),
    disputed_at: instant({ filter: 'present' }),
    dispute_outcome: text(),
    card_last4: text({ label: 'Card ending in' }),
    payment_intent_id: text({ filter: true, label: 'Stripe payment ID' }),
    retry_count: number(),
    next_retry_at: instant({ filter: 'present' }),
    paid_at: instant({ sort: true, filter: true }),
    created_at: instant({ sort: true }),
  },
  flags: { is_unpaid: { label: 'Unpaid', where: unpaidInvoice } },
  search: [
    { label: 'Partner', where: (q) => ({ partner: { OR: [{ name: containsText(q) }, { uid: containsText(q) }] } }) },
  ],
  linked: [
    { entity: 'charge_attempts', by: 'invoice_id' },
    { entity: 'ledger', by: 'invoice_id' },
    { entity: 'refunds', by: 'invoice_id' },
  ],
});
