/** Reads of invoices: by scope in the WHERE clause, so that somebody else's id finds nothing. */
import type { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import type { InvoiceCsvQuery } from '#shared/billing.ts';

/** What is owed: every place that asks for it asks for this. */
export const unpaidInvoice = {
  total_cents: { gt: 0 },
  status: { in: ['open', 'failed'] },
} satisfies Prisma.InvoiceWhereInput;

/** Open or lost, and staff have not let the partner book again. */
export const uncleared = {
  AND: [{ OR: [{ outcome: null }, { outcome: 'lost' }] }, { cleared_at: null }],
} satisfies Prisma.DisputeWhereInput;

/** A partner sees their own, staff see all. */
export type InvoiceScope = { partner_id?: number | undefined };

export const invoicesWhere = (
  { status, promotion_id, partner_id }: InvoiceCsvQuery,
  scope: InvoiceScope,
): Prisma.InvoiceWhereInput => ({
  AND: [
    scope.partner_id === undefined ? {} : { partner_id: scope.partner_id },
    partner_id ? { partner_id } : {},
    promotion_id ? { promotion_id } : {},
    status ? { status } : {},
  ],
});

const partner = { select: { name: true, uid: true } } as const;
const promotion = { select: { book: { select: { title: true } } } } as const;

/** With whom it is for; null outside the scope. */
export const invoiceById = (db: Database, id: number, scope: InvoiceScope) =>
  db.invoice.findFirst({
    where: { id, ...(scope.partner_id === undefined ? {} : scope) },
    include: { partner, promotion, refund: { select: { invoice: { select: { number: true } } } } },
  });
export type InvoiceInFull = NonNullable<Awaited<ReturnType<typeof invoiceById>>>;

/** A batch of a long list, the newest first, before the last one of the batch before. */
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
