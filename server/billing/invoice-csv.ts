/** Invoices as a table for spreadsheets: one row per invoice, money in dollars. */
import { stringify } from 'csv-stringify';
import type { Invoice } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import type { InvoiceCsvQuery } from '#shared/billing.ts';
import { dateText } from '#shared/dates.ts';
import { invoiceNumber } from './presenter.ts';
import { type InvoiceScope, invoicesAfter } from './queries.ts';

const BATCH = 500;
/** Spreadsheets take the file for UTF-8 only with it. */
const BYTE_ORDER_MARK = true;

/** A stream that never holds more than one batch. What a partner typed is no formula: those cells begin with an apostrophe. */
export function invoiceCsv(deps: Deps, query: InvoiceCsvQuery, scope: InvoiceScope) {
  const cast = { number: (amount: number) => amount.toFixed(2) };
  const table = stringify({ header: true, columns: COLUMNS, escape_formulas: true, bom: BYTE_ORDER_MARK, cast });
  void fill(deps, query, scope, table);
  return table;
}

async function fill(deps: Deps, query: InvoiceCsvQuery, scope: InvoiceScope, table: ReturnType<typeof stringify>) {
  try {
    for (let before: number | null = null; ; ) {
      const invoices = await invoicesAfter(deps.db, query, scope, { before, take: BATCH });
      for (const invoice of invoices) if (!table.write(rowOf(invoice))) await drained(table);
      before = invoices.at(-1)?.id ?? null;
      if (invoices.length < BATCH || table.destroyed) break;
    }
    table.end();
  } catch (error) {
    table.destroy(error as Error);
  }
}

const drained = (table: ReturnType<typeof stringify>) =>
  new Promise<void>((resolve) => {
    table.once('drain', resolve).once('close', resolve);
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
  'total',
  'refunded',
  'currency',
  'card_last4',
  'paid_at',
  'dispute',
];

const dollars = (cents: number) => cents / 100;

const rowOf = (invoice: Invoice & { partner: { name: string }; promotion: { book: { title: string } } | null }) => ({
  number: invoiceNumber(invoice.number),
  date: dateText(invoice.date),
  type: invoice.invoice_type,
  status: invoice.status,
  partner: invoice.partner.name,
  promotion_id: String(invoice.promotion_id ?? ''),
  book: invoice.promotion?.book.title ?? '',
  subtotal: dollars(invoice.subtotal_cents),
  discount: dollars(invoice.discount_cents),
  credit: dollars(invoice.credit_cents),
  total: dollars(invoice.total_cents),
  refunded: dollars(invoice.refunded_cents),
  currency: 'USD',
  card_last4: invoice.card_last4,
  paid_at: invoice.paid_at?.toISOString() ?? '',
  dispute: invoice.disputed_at ? (invoice.dispute_outcome ?? 'open') : '',
});
