/** Invoices as CSV: one row per invoice, amounts in dollars. */
import type { Response } from 'express';
import type { Invoice } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import { sendCsv, streamNewestFirst } from '#server/platform/http/csv.ts';
import type { InvoiceCsvQuery, InvoiceLine } from '#shared/billing.ts';
import { toIsoDate } from '#shared/dates.ts';
import { invoicedCost } from '#shared/promotion-cost.ts';
import { invoiceNumber, titleOfBook } from './presenter.ts';
import { type InvoiceDetails, type InvoiceScope, invoicesBefore } from './queries.ts';

export const sendInvoicesCsv = ({ db }: Pick<Deps, 'db'>, res: Response, query: InvoiceCsvQuery, scope: InvoiceScope) =>
  sendCsv(res, {
    name: 'invoices.csv',
    columns: COLUMNS,
    rows: streamNewestFirst((page) => invoicesBefore(db, query, scope, page)),
    rowOf,
    // Amounts stay numbers until here, so that a negative one isn't escaped as a formula.
    cast: { number: (amount) => amount.toFixed(2) },
  });

const COLUMNS = [
  'number',
  'date',
  'type',
  'status',
  'partner',
  'promotion_id',
  'book',
  'subtotal',
  'discount',
  'credit',
  'waived',
  'total',
  'refunded',
  'currency',
  'card_last4',
  'paid_at',
  'dispute',
];

const dollars = (cents: number) => cents / 100;

const rowOf = (invoice: Invoice & Pick<InvoiceDetails, 'partner' | 'promotion'>) => ({
  number: invoiceNumber(invoice.number),
  date: toIsoDate(invoice.date),
  type: invoice.invoice_type,
  status: invoice.status,
  partner: invoice.partner.name,
  promotion_id: String(invoice.promotion_id ?? ''),
  book: invoice.promotion ? titleOfBook(invoice.promotion) : '',
  subtotal: dollars(invoice.subtotal_cents),
  discount: dollars(invoice.discount_cents),
  credit: dollars(invoice.credit_cents),
  waived: dollars(invoicedCost({ ...invoice, lines: invoice.lines as InvoiceLine[] }).waived_cents),
  total: dollars(invoice.total_cents),
  refunded: dollars(invoice.refunded_cents),
  currency: 'USD',
  card_last4: invoice.card_last4,
  paid_at: invoice.paid_at?.toISOString() ?? '',
  dispute: invoice.disputed_at ? (invoice.dispute_outcome ?? 'open') : '',
});
