import * as z from 'zod';
import { MAX_PROMO_COST_CENTS } from './business.ts';
import { anyText, CalendarDate, listQuery, Meta, queryId, requiredLine } from './params.ts';
import { Promotion } from './promotions.ts';

/** Scripts that invoices can print, because their letters need no shaping. */
const SCRIPTS = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const PRINTABLE_SCRIPTS = new RegExp(String.raw`^[${SCRIPTS}\p{Script=Common}\p{Script=Inherited}]*$`, 'u');
export const isInPrintableScript = (text: string) => PRINTABLE_SCRIPTS.test(text);

const COMMON_LETTERS = new RegExp(String.raw`^[${SCRIPTS}\p{P}\p{Z}\p{N}\p{M}\p{Sc}\x20-\x7E\xA0-\xFF™]*$`, 'u');
/**
 * False if an invoice may be unable to print a letter: other scripts, emoji, and characters beyond the first 65,536.
 */
export const isSurelyPrintable = (name: string) => COMMON_LETTERS.test(name) && !/[\u{10000}-\u{10ffff}]/u.test(name);

export const CreditCard = z.object({
  id: z.int(),
  payment_method_id: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  is_default: z.boolean(),
  is_card_valid: z.boolean(),
  /** True if the bank declined it for good, so that a new expiry date doesn't make it valid again. */
  is_refused: z.boolean(),
  created_at: z.string(),
});
export type CreditCard = z.infer<typeof CreditCard>;
export const CreditCardList = z.object({ credit_cards: z.array(CreditCard), meta: Meta });
export const CreditCardResponse = z.object({ credit_card: CreditCard });
export const CreditCardListQuery = listQuery(['created_at', 'id'], {});
export type CreditCardListQuery = z.infer<typeof CreditCardListQuery>;
export const CreditCardInput = z.strictObject({
  payment_method_id: anyText(255, 1).pipe(z.string().regex(/^\w+$/, 'is not a payment method')),
});
export const CreditCardPatch = z.strictObject({
  exp_month: z.int().min(1).max(12).optional(),
  exp_year: z.int().min(2020).max(2100).optional(),
});
export type CreditCardPatch = z.infer<typeof CreditCardPatch>;
export const SetupIntent = z.object({
  client_secret: z.string(),
  publishable_key: z.string().nullable(),
  mode: z.enum(['sandbox', 'test', 'live']),
});

export const InvoiceLine = z.object({
  description: z.string(),
  quantity: z.int(),
  unit_cents: z.int(),
  amount_cents: z.int(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** A charge disputed by the cardholder's bank. */
export const InvoiceDispute = z.object({
  id: z.string(),
  amount_cents: z.int(),
  /** Stripe's code, such as `product_not_received`. */
  reason: z.string(),
  /** False for an inquiry and a prevented dispute, which move no money. */
  funds_withdrawn: z.boolean(),
  /** The bank's decision, or null while it's open. */
  outcome: z.enum(['won', 'lost']).nullable(),
  /** Stripe's deadline for evidence. */
  due_by: z.string().nullable(),
  opened_at: z.string(),
  /** Its page in Stripe's dashboard; null in the sandbox, which has none. */
  dashboard_url: z.string().nullable(),
});
export type InvoiceDispute = z.infer<typeof InvoiceDispute>;

export const Invoice = z.object({
  id: z.int(),
  number: z.string(),
  invoice_type: z.enum(['promotion', 'refund', 'referral_reward', 'credit_adjustment']),
  date: z.string(),
  partner_id: z.int(),
  promotion_id: z.int().nullable(),
  lines: z.array(InvoiceLine),
  subtotal_cents: z.int(),
  discount_cents: z.int(),
  credit_cents: z.int(),
  /** A remainder that is too small to charge. */
  waived_cents: z.int(),
  total_cents: z.int(),
  status: z.enum(['open', 'paid', 'failed', 'void', 'refunded']),
  card_last4: z.string().nullable(),
  paid_at: z.string().nullable(),
  /** Number of declined charges. */
  retry_count: z.int(),
  /** When an unpaid invoice is charged again automatically. */
  next_retry_at: z.string().nullable(),
  /** Total refunded; each refund has its own invoice. */
  refunded_cents: z.int(),
  disputed_at: z.string().nullable(),
  dispute_outcome: z.enum(['won', 'lost']).nullable(),
  /** For staff, newest first. */
  disputes: z.array(InvoiceDispute).optional(),
  created_at: z.string(),
});
export type Invoice = z.infer<typeof Invoice>;
export const InvoiceResponse = z.object({ invoice: Invoice });
export const InvoiceList = z.object({ invoices: z.array(Invoice), meta: Meta });
const invoiceFilters = {
  status: Invoice.shape.status.optional(),
  invoice_type: Invoice.shape.invoice_type.optional(),
  date_from: CalendarDate.optional(),
  date_to: CalendarDate.optional(),
  promotion_id: queryId.optional(),
  partner_id: queryId.optional(),
};
export const InvoiceListQuery = listQuery(['date', 'id'], { ...invoiceFilters, after: queryId.optional() });
export const InvoiceCsvQuery = z.strictObject(invoiceFilters);
export type InvoiceListQuery = z.infer<typeof InvoiceListQuery>;
export type InvoiceCsvQuery = z.infer<typeof InvoiceCsvQuery>;

/** Without an amount, refunds everything that is neither refunded nor disputed. */
export const RefundInput = z.strictObject({
  amount_cents: z.int().min(1).max(MAX_PROMO_COST_CENTS).optional(),
  reason: requiredLine(200),
});

/** Data for the cardholder's browser to confirm a payment; `payment` is null once it's paid. */
export const PaymentConfirmation = z.object({
  state: z.enum(['waiting', 'paid']),
  payment: z
    .object({
      payment_intent_id: z.string(),
      client_secret: z.string(),
      payment_method_id: z.string(),
      amount_cents: z.int(),
      publishable_key: z.string().nullable(),
      mode: z.enum(['sandbox', 'test', 'live']),
      /** The reason that the last confirmation failed. */
      problem: z.string().nullable(),
    })
    .nullable(),
  promotion: Promotion,
});
export type PaymentConfirmation = z.infer<typeof PaymentConfirmation>;
