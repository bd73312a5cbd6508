/**
 * Invoice reads, scoped in the WHERE clause so that other partners' ids find nothing, and filters for unpaid invoices
 * and blocking disputes.
 */
import type { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import type { InvoiceCsvQuery } from '#shared/billing.ts';
import { parseDate } from '#shared/dates.ts';
import { UNPAID_INVOICE } from '#shared/status.ts';

/** Filter for invoices with an amount due. */
export const unpaidInvoice = {
  total_cents: { gt: UNPAID_INVOICE.above_cents },
  status: { in: [...UNPAID_INVOICE.statuses] },
} satisfies Prisma.InvoiceWhereInput;

/** Filter for disputes that block booking: open or lost, and not cleared by staff. */
export const blockingDispute = {
  AND: [{ OR: [{ outcome: null }, { outcome: 'lost' }] }, { cleared_at: null }],
} satisfies Prisma.DisputeWhereInput;

/** An invoice's disputes, which only staff see. */
export const invoiceDisputes = {
  captured_charges: { select: { disputes: true } },
} satisfies Prisma.InvoiceInclude;

/** Partners see their own invoices, staff see all. */
export type InvoiceScope = { partner_id?: number | undefined };

export const invoicesWhere = (
  { status, invoice_type, promotion_id, partner_id, date_from, date_to }: InvoiceCsvQuery,
  scope: InvoiceScope,
): Prisma.InvoiceWhereInput => ({
  AND: [
    scope.partner_id === undefined ? {} : { partner_id: scope.partner_id },
    partner_id ? { partner_id } : {},
    promotion_id ? { promotion_id } : {},
    status ? { status } : {},
    invoice_type ? { invoice_type } : {},
    date_from ? { date: { gte: parseDate(date_from) } } : {},
    date_to ? { date: { lte: parseDate(date_to) } } : {},
  ],
});

const partner = { select: { name: true, uid: true, billing_name: true, tax_number: true } } as const;
const promotion = { select: { reviewed_book: true, book: { select: { title: true } } } } as const;

/** The invoice with its partner and promotion, or null if the scope has no such invoice. */
export const invoiceById = (db: Database, id: number, scope: InvoiceScope) =>
  db.invoice.findFirst({
    where: { id, ...(scope.partner_id === undefined ? {} : scope) },
    include: { ...invoiceDisputes, partner, promotion, refund: { select: { invoice: { select: { number: true } } } } },
  });
export type InvoiceDetails = NonNullable<Awaited<ReturnType<typeof invoiceById>>>;

/** A batch of invoices by ascending id, after the previous batch's last invoice. */
export const invoicesAfter = (db: Database, scope: InvoiceScope, { after, take }: { after: number; take: number }) =>
  db.invoice.findMany({ where: { ...scope, id: { gt: after } }, orderBy: { id: 'asc' }, take });

/** A batch of a long list, newest first, after the previous batch's last invoice. */
export const invoicesBefore = (
  db: Database,
  query: InvoiceCsvQuery,
  scope: InvoiceScope,
  { before, take }: { before: number | null; take: number },
) =>
  db.invoice.findMany({
    where: { AND: [invoicesWhere(query, scope), before === null ? {} : { id: { lt: before } }] },
    include: { partner, promotion },
    orderBy: { id: 'desc' },
    take,
  });
