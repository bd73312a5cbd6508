/** Cards, charges, and disputes in words for staff. */
import type { Invoice, InvoiceDispute } from '#shared/billing.ts';
import { isCardExpired } from '#shared/cards.ts';
import { addDays, formatInstant } from '#shared/dates.ts';
import { formatCents } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';
import { cardName, expiryText } from '../card-labels.ts';
import { invoiceStatus } from '../InvoiceFacts.tsx';

const EXPIRES_SOON_DAYS = 30;

type Card = NonNullable<Promotion['card']>;

/** 'valid', or the reason why the card can't be charged today or soon. */
export function cardValidity(card: Pick<Card, 'exp_month' | 'exp_year' | 'is_chargeable'>, today: string) {
  if (isCardExpired(card, today)) return 'expired';
  if (!card.is_chargeable) return 'declined by the bank';
  return isCardExpired(card, addDays(today, EXPIRES_SOON_DAYS)) ? 'expires soon' : 'valid';
}

type CardInfo = Omit<Card, 'other_valid_card'> & Partial<Pick<Card, 'other_valid_card'>>;

/** 'Visa ending in 4242, 12/2027, valid', followed by a hint if only a card that isn't the default is valid. */
export function cardText(card: CardInfo | null | undefined, today: string) {
  if (!card) return 'no card';
  const text = `${cardName(card)}, ${expiryText(card)}, ${cardValidity(card, today)}`;
  return card.other_valid_card ? `${text}. ${otherCardText(card.other_valid_card)}` : text;
}

const otherCardText = (card: NonNullable<Card['other_valid_card']>) =>
  `Another card (${cardName(card)}) is valid; the partner must make it the default.`;

/** Says that a valid card isn't the default one, if that's why there's no card to charge. Otherwise `fallback`. */
export const noCardText = (card: Promotion['card'], fallback: string) =>
  card?.other_valid_card ? `The default card isn’t valid. ${otherCardText(card.other_valid_card)}` : fallback;

type Failure = Pick<
  NonNullable<Promotion['stripe_errors']>[number],
  'type' | 'code' | 'decline_code' | 'message' | 'created_at'
>;

/** Texts by Stripe's code, which it sends as the error's code or as the reason for `card_declined`. */
const DECLINE_TEXTS: Record<string, string> = {
  authentication_required: 'the bank asks the cardholder to confirm the payment',
  call_issuer: 'the bank declined the card: the cardholder should call the bank',
  card_not_supported: 'the bank declined the card: it can’t be used for this kind of payment',
  card_velocity_exceeded: 'the bank declined the card: it has reached its limit',
  currency_not_supported: 'the bank declined the card: it can’t pay in US dollars',
  do_not_honor: 'the bank declined the card without giving a reason',
  expired_card: 'the bank declined the card: it has expired',
  generic_decline: 'the bank declined the card without giving a reason',
  incorrect_cvc: 'the bank declined the card: the security code is wrong',
  incorrect_number: 'the bank declined the card: the number is wrong',
  insufficient_funds: 'the bank declined the card: insufficient funds',
  invalid_account: 'the bank declined the card: the account is closed or invalid',
  issuer_not_available: 'the bank couldn’t be reached',
  processing_error: 'the bank couldn’t process the payment',
  transaction_not_allowed: 'the bank declined the card: it doesn’t allow this payment',
  try_again_later: 'the bank declined the card for now',
  withdrawal_count_limit_exceeded: 'the bank declined the card: it has reached its limit',
};

/** 'Nov 20: the bank declined the card: insufficient funds' */
export function failureText({ code, decline_code, message, created_at }: Failure) {
  const reason = DECLINE_TEXTS[decline_code ?? ''] ?? DECLINE_TEXTS[code];
  return `${shortDay(created_at)}: ${reason ?? `the charge failed: ${message}`}`;
}

/** 'Nov 20', in Pacific Time. */
const shortDay = (at: string) => formatInstant(at).split(',')[0]!;

/** The next automatic charge of an unpaid invoice. An open one is charged once the default card is valid;
 * its `next_retry_at` is the next reminder. */
export function nextChargeText(
  { status, next_retry_at }: Pick<Invoice, 'status' | 'next_retry_at'>,
  card: Promotion['card'],
) {
  if (status === 'failed' && !next_retry_at)
    return card?.is_chargeable
      ? 'None. The partner must pay, or you can charge the card.'
      : 'None. The partner must pay with another card.';
  if (status === 'failed' && !card?.is_chargeable)
    return `On ${formatInstant(next_retry_at!)}, if ${card?.other_valid_card ? 'the partner has made a valid card the default' : 'there’s a valid card'} by then`;
  if (card?.other_valid_card) return 'When the partner makes a valid card the default';
  if (!card?.is_chargeable) return 'When the partner adds a valid card';
  return status === 'failed' ? formatInstant(next_retry_at!) : 'Within the hour';
}

export const isUnpaid = ({ status }: Pick<Invoice, 'status'>) => status === 'open' || status === 'failed';

const OUTCOMES = { won: 'The dispute was won', lost: 'The dispute was lost' };
/** The outcome of an inquiry, and of a dispute that Stripe prevented. */
const NO_MONEY_MOVED = 'Closed, and no money has moved';

/** '$31.50 is disputed, product not received', or the outcome with the amount and the reason. */
export function disputeTitle({ amount_cents, reason, funds_withdrawn, outcome }: InvoiceDispute) {
  const verb = funds_withdrawn ? 'is disputed' : 'is under inquiry';
  const ending = outcome && (outcome === 'won' && !funds_withdrawn ? NO_MONEY_MOVED : OUTCOMES[outcome]);
  return `${ending ? `${ending}: ${formatCents(amount_cents)}` : `${formatCents(amount_cents)} ${verb}`}, ${reason.replaceAll('_', ' ')}`;
}

/** The status in words. Partners see 'Void' for both a written-off invoice and a refund that the bank returned. */
export const staffInvoiceStatus = (invoice: Parameters<typeof invoiceStatus>[0] & Pick<Invoice, 'next_retry_at'>) => {
  if (invoice.status === 'void') return invoice.invoice_type === 'refund' ? 'Returned by the bank' : 'Written off';
  return invoice.status === 'failed' && invoice.next_retry_at
    ? `${invoiceStatus(invoice)}, next charge ${formatInstant(invoice.next_retry_at)}`
    : invoiceStatus(invoice);
};
