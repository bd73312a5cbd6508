import type { CreditCard, Dispute, Invoice, StripeError } from '#prisma';
import type { Role } from '#shared/auth.ts';
import type {
  CreditCard as ApiCreditCard,
  Invoice as ApiInvoice,
  InvoiceDispute,
  InvoiceLine,
} from '#shared/billing.ts';
import { toIsoDate } from '#shared/dates.ts';
import { invoicedCost } from '#shared/promotion-cost.ts';
import { declineMessage, isHidden } from './declines.ts';
import type { InvoiceDetails } from './queries.ts';

export const presentCard = (card: CreditCard): ApiCreditCard => ({
  id: card.id,
  payment_method_id: card.payment_method_id,
  brand: card.brand,
  last4: card.last4,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  is_default: card.is_default,
  is_card_valid: card.is_card_valid,
  is_refused: card.refused_at !== null,
  created_at: card.created_at.toISOString(),
});

/** Printed invoice number, such as `000042`. */
export const invoiceNumber = (number: number) => String(number).padStart(6, '0');

/** The approved title, which readers saw. */
export const titleOfBook = ({ reviewed_book, book }: NonNullable<InvoiceDetails['promotion']>) =>
  (reviewed_book as { title?: string } | null)?.title ?? book.title;

export const presentInvoice = (invoice: Invoice): ApiInvoice => ({
  id: invoice.id,
  number: invoiceNumber(invoice.number),
  invoice_type: invoice.invoice_type,
  date: toIsoDate(invoice.date),
  partner_id: invoice.partner_id,
  promotion_id: invoice.promotion_id,
  lines: invoice.lines as InvoiceLine[],
  subtotal_cents: invoice.subtotal_cents,
  discount_cents: invoice.discount_cents,
  credit_cents: invoice.credit_cents,
  waived_cents: invoicedCost({ ...invoice, lines: invoice.lines as InvoiceLine[] }).waived_cents,
  total_cents: invoice.total_cents,
  status: invoice.status,
  card_last4: invoice.card_last4,
  paid_at: invoice.paid_at?.toISOString() ?? null,
  retry_count: invoice.retry_count,
  next_retry_at: invoice.next_retry_at?.toISOString() ?? null,
  refunded_cents: invoice.refunded_cents,
  disputed_at: invoice.disputed_at?.toISOString() ?? null,
  dispute_outcome: invoice.dispute_outcome,
  created_at: invoice.created_at.toISOString(),
});

export type InvoiceWithDisputes = Invoice & { captured_charges: { disputes: Dispute[] }[] };

/** An invoice with its disputes. */
export const presentInvoiceToStaff = (invoice: InvoiceWithDisputes, mode: StripeMode): ApiInvoice => ({
  ...presentInvoice(invoice),
  disputes: invoice.captured_charges
    .flatMap(({ disputes }) => disputes)
    .sort((a, b) => b.opened_at.getTime() - a.opened_at.getTime())
    .map((dispute) => presentDispute(dispute, mode)),
});

type StripeMode = keyof typeof DASHBOARDS;
const DASHBOARDS = { live: 'https://dashboard.stripe.com', test: 'https://dashboard.stripe.com/test', sandbox: null };

const presentDispute = (dispute: Dispute, mode: StripeMode): InvoiceDispute => ({
  id: dispute.id,
  amount_cents: dispute.amount_cents,
  reason: dispute.reason,
  funds_withdrawn: dispute.funds_withdrawn,
  outcome: dispute.outcome,
  due_by: dispute.due_by?.toISOString() ?? null,
  opened_at: dispute.opened_at.toISOString(),
  dashboard_url: DASHBOARDS[mode] && `${DASHBOARDS[mode]}/disputes/${dispute.id}`,
});

/** Hides codes that would tell a thief what the bank knows. Partners don't see Stripe's messages for developers. */
export function presentStripeError(error: StripeError, role: Role) {
  return {
    id: error.id,
    payment_intent_id: error.payment_intent_id,
    type: error.type,
    code: error.code,
    decline_code: isHidden(error) ? 'generic_decline' : error.decline_code,
    message: declineMessage(error, role),
    created_at: error.created_at.toISOString(),
    resolved_at: error.resolved_at?.toISOString() ?? null,
  };
}
