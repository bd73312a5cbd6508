import type { Invoice } from '#prisma';
import { invoiceNumber } from '#server/billing/presenter.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { announce } from '#server/webhooks/events.ts';

/**
 * Announces a paid, failed, or refunded invoice in its current state to the webhook endpoints. `refund_invoice` is the
 * invoice of the refund.
 */
export async function announceInvoice(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  event: 'invoice.paid' | 'invoice.failed' | 'invoice.refunded',
  { invoice_id, refund_invoice = null }: { invoice_id: number; refund_invoice?: Invoice | null },
) {
  const { id, number, status, total_cents, refunded_cents, partner_id, promotion_id } =
    await tx.invoice.findUniqueOrThrow({ where: { id: invoice_id } });
  const invoice = { id, number: invoiceNumber(number), status, total_cents, refunded_cents };
  const data = {
    invoice,
    promotion: { id: promotion_id },
    ...(refund_invoice && { refund: { id: refund_invoice.id } }),
  };
  await announce(tx, now(), { event, partner_ids: [partner_id], data });
}
