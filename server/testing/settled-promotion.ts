/** A settled promotion, written directly to the database. */
import { createInvoice } from '#server/billing/invoices.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import type { TestServer } from './app.ts';
import { createBook, type PartnerClient, promotionInput } from './factories.ts';

/** Date of the promotion's newsletter, 11 days before the test clock starts. */
export const SETTLED_DATE = '2026-11-20';

/**
 * Creates a promotion that cost $20.00 for 50 billable clicks: 40 at Amazon and 10 at Kobo. With `sent: false`, it's
 * only booked.
 */
export async function createSettledPromotion(
  { deps, ...server }: TestServer,
  owner: PartnerClient,
  { sent = true, book_id }: { sent?: boolean; book_id?: number } = {},
): Promise<{ id: number; book_id: number }> {
  const { db } = deps;
  const input = promotionInput({ deps, ...server }, book_id ?? (await createBook(owner)).id, {
    requested_date: SETTLED_DATE,
  });
  const { id } = await db.promotion.create({
    data: {
      ...input,
      ...{ partner_id: owner.id, cpc_cents: 40, max_cost_cents: 6000, price_type: 'discounted' },
      requested_date: parseDate(SETTLED_DATE),
      deal_ends_on: parseDate(input.deal_ends_on),
    },
  });
  if (!sent) return { id, book_id: input.book_id };
  const sent_at = new Date(`${SETTLED_DATE}T18:00:00Z`);
  const window_end = new Date(`${addDays(SETTLED_DATE, 3)}T18:00:00Z`);
  await db.$transaction(async (tx) => {
    const amounts = { subtotal_cents: 2000, discount_cents: 0, credit_cents: 0, total_cents: 2000 };
    const lines = [{ description: 'Billable clicks', quantity: 50, unit_cents: 40, amount_cents: 2000 }];
    const invoice = { partner_id: owner.id, promotion_id: id, invoice_type: 'promotion' as const, lines, ...amounts };
    const { id: invoice_id } = await createInvoice(deps, tx, invoice);
    await tx.invoice.update({ where: { id: invoice_id }, data: { status: 'paid', paid_at: window_end } });
    await tx.promotion.update({
      where: { id },
      data: {
        ...{ approval_status: 'approved', reviewed_at: sent_at, reviewed_book: {}, reviewed_store_urls: {} },
        ...{ promotion_date: parseDate(SETTLED_DATE), frozen_at: sent_at, sent_at, click_window_ends_at: window_end },
        ...{ settled_at: window_end, clicks_total: 60, clicks_billable: 50, invoice_id, paid_at: window_end },
      },
    });
    await tx.clickVerdict.createMany({
      data: [
        { promotion_id: id, store: 'amazon', outcome: 'billable', clicks: 40 },
        { promotion_id: id, store: 'kobo', outcome: 'billable', clicks: 10 },
      ],
    });
  });
  return { id, book_id: input.book_id };
}
