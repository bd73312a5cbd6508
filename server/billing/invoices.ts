/**
 * Invoices, numbered without gaps. Their lines and billed amounts never change. See
 * docs/decisions/0049-an-invoice-for-every-movement.md.
 */

import type { Invoice } from '#prisma';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid } from '#server/platform/errors.ts';
import { maxTotalOf, pageOf, rowsAfter } from '#server/platform/http/lists.ts';
import type { InvoiceLine, InvoiceListQuery } from '#shared/billing.ts';
import { parseDate } from '#shared/dates.ts';
import { type InvoiceScope, invoiceDisputes, invoicesWhere } from './queries.ts';

/** Suffix of a returned refund's id in the ledger, which is append-only and so gets a second entry. */
export const RETURNED_SUFFIX = ':failed';

export type NewInvoice = {
  partner_id: number;
  promotion_id: number | null;
  invoice_type: 'promotion' | 'refund' | 'referral_reward' | 'credit_adjustment';
  lines: InvoiceLine[];
  subtotal_cents: number;
  discount_cents: number;
  credit_cents: number;
  total_cents: number;
  /** The charged card, printed on a refund's invoice. */
  card_last4?: string | null;
};

/**
 * Creates an invoice. The counter's row is locked until the transaction ends, so no number is skipped or used twice. An
 * invoice with nothing due is marked paid.
 */
export async function createInvoice(deps: Pick<Deps, 'now'>, tx: Tx, invoice: NewInvoice): Promise<Invoice> {
  const [counter] = await tx.$queryRaw<
    { last: number }[]
  >`update invoice_counters set last = last + 1 where id = 1 returning last`;
  const isPaid = invoice.total_cents <= 0;
  return tx.invoice.create({
    data: {
      ...invoice,
      number: counter!.last,
      date: parseDate(vancouverTime(deps.now()).date),
      status: isPaid ? 'paid' : 'open',
      paid_at: isPaid ? deps.now() : null,
      created_at: deps.now(),
    },
  });
}

export const voidInvoice = (tx: Tx, id: number) =>
  tx.invoice.updateMany({
    where: { id, status: { in: ['open', 'failed'] } },
    data: { status: 'void', next_retry_at: null },
  });

export async function listInvoices(db: Database, query: InvoiceListQuery, scope: InvoiceScope) {
  const where = invoicesWhere(query, scope);
  const [rows, total] = await Promise.all([
    db.invoice.findMany({
      ...pageOf(query),
      where: query.after ? { AND: [where, await whereAfter(db, query, query.after, scope)] } : where,
      include: invoiceDisputes,
      relationLoadStrategy: 'join',
      orderBy: [{ [query.sort_col]: query.sort_dir }, { id: query.sort_dir }],
    }),
    db.invoice.count({ where, take: maxTotalOf(where.AND as object[]) }),
  ]);
  return { rows, total };
}

async function whereAfter(db: Database, query: InvoiceListQuery, after: number, scope: InvoiceScope) {
  const row = await db.invoice.findFirst({ where: { id: after, ...scope } });
  if (!row) throw invalid({ after: ['is not the ID of an invoice'] });
  return rowsAfter(row, query);
}
