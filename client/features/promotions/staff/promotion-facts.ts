import { cardText, isUnpaid, nextChargeText } from '#client/features/billing/staff/payment-words.ts';
import type { Fact } from '#client/ui/app/FactList.tsx';
import type { Invoice } from '#shared/billing.ts';
import { costRows, moneyText } from '#shared/cost-words.ts';
import { formatInstant } from '#shared/dates.ts';
import type { Discount } from '#shared/discounts.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import { invoicedCost } from '#shared/promotion-cost.ts';
import type { Promotion, PromotionClicks } from '#shared/promotions.ts';
import { reasonText } from '#shared/reasons.ts';

const numberFormat = new Intl.NumberFormat('en-US');

/** The discount on the current price in whole percent; 0 without a price. */
export const percentOff = ({
  current_price_cents,
  sale_price_cents,
}: Pick<Promotion, 'current_price_cents' | 'sale_price_cents'>) =>
  current_price_cents > 0 ? Math.round((100 * (current_price_cents - sale_price_cents)) / current_price_cents) : 0;

/** 'WELCOME25, 25% off' */
export const discountText = ({ code, kind, value }: Partial<Discount>) =>
  `${code}, ${kind === 'percent' ? `${value}%` : formatCents(value ?? 0)} off`;

const ADDON_STATES = { held: 'reserved until approval', confirmed: 'booked', released: 'released' };

export const dealFacts = (promotion: Promotion): Fact[] => [
  [
    'Deal',
    `${formatDealPrice(promotion.sale_price_cents)} instead of ${formatCents(promotion.current_price_cents)} (${percentOff(promotion)}% off)`,
  ],
  ['Deal ends', formatDate(promotion.deal_ends_on)],
  ['Price per click', formatCents(promotion.cpc_cents)],
  ['Cost', moneyText(promotion.money)],
  ['Add-ons', promotion.addons.map(({ label, state }) => `${label} (${ADDON_STATES[state]})`).join(', ') || 'none'],
  ['Discount', promotion.discount ? discountText(promotion.discount) : 'none'],
];

/** The requested dates, the events so far, and the deadlines that are set. */
export function dateFacts(promotion: Promotion): Fact[] {
  const { requested_date, alternate_dates, promotion_date, sent_at, click_window_ends_at, settled_at } = promotion;
  const facts: [string, string | null][] = [
    ['Requested date', formatDate(requested_date)],
    ['Alternative dates', alternate_dates.map(formatDate).join('; ') || null],
    ['Booked for', promotion_date && formatDate(promotion_date)],
    ['Submitted', formatInstant(promotion.created_at)],
    ['Reviewed', promotion.reviewed_at && formatInstant(promotion.reviewed_at)],
    ['Answer due', promotion.answer_by && formatInstant(promotion.answer_by)],
    ['Sent', sent_at && formatInstant(sent_at)],
    ['Click window ends', click_window_ends_at && formatInstant(click_window_ends_at)],
    ['Settled', settled_at && formatInstant(settled_at)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** The reason why the promotion was declined, canceled, or not sent; '' for other statuses. */
export function outcomeText(promotion: Promotion): string {
  const { display_status, reason_codes, unable_reason, cancelled_by, cancel_reason } = promotion;
  // Staff choose at least one reason.
  if (display_status === 'declined')
    return `Declined: ${reason_codes.map(reasonText).join(' ') || 'the partner didn’t answer in time.'}`;
  if (display_status === 'unable to send') return `Not sent: ${unable_reason ?? 'no reason was recorded'}`;
  if (display_status !== 'cancelled') return '';
  return `Canceled by ${CANCELERS[cancelled_by ?? 'system']}${cancel_reason ? `: ${cancel_reason}` : '.'}`;
}

const CANCELERS = { partner: 'the partner', user: 'staff', system: 'Deckle' };

export const invoiceFacts = (invoice: Invoice): Fact[] => [
  ...costRows(invoicedCost(invoice)),
  [
    'Paid',
    invoice.paid_at
      ? formatInstant(invoice.paid_at) + (invoice.card_last4 ? `, card ending in ${invoice.card_last4}` : '')
      : 'not yet',
  ],
];

/**
 * An unpaid invoice's card and next charge, a void one's write-off, or the refundable amount of a paid one that was
 * partly refunded or disputed.
 */
export function paymentFacts(promotion: Promotion, invoice: Invoice, today: string): Fact[] {
  const { card, cancelled_at, cancelled_by, cancel_reason, refundable_cents } = promotion;
  if (isUnpaid(invoice))
    return [
      ...(card === undefined ? [] : [['Card', cardText(card, today)] as const]),
      ['Next automatic charge', nextChargeText(invoice, card)],
    ];
  if (invoice.status === 'void' && cancelled_at) {
    const why = cancel_reason ? `: ${cancel_reason}` : '';
    const by = `${formatInstant(cancelled_at)} by ${CANCELERS[cancelled_by ?? 'system']}`;
    return [['Written off', `${formatCents(invoice.total_cents)}, ${by}${why}`]];
  }
  const disputed = withdrawnCents(invoice);
  if (invoice.status !== 'paid' || refundable_cents === undefined || (!disputed && !invoice.refunded_cents)) return [];
  const minus = [
    disputed && `${formatCents(disputed)} disputed`,
    invoice.refunded_cents && `${formatCents(invoice.refunded_cents)} refunded`,
  ].filter(Boolean);
  return [
    ['Refundable', `${formatCents(refundable_cents)}: ${formatCents(invoice.total_cents)} less ${minus.join(', ')}`],
  ];
}

/** Cents that the bank holds or took back. */
const withdrawnCents = ({ disputes = [] }: Invoice) =>
  disputes
    .filter(({ funds_withdrawn, outcome }) => funds_withdrawn && outcome !== 'won')
    .reduce((cents, { amount_cents }) => cents + amount_cents, 0);

/** Refunds, each with the number of its own invoice, which is void if the bank returned the refund. */
export const refundFacts = (invoices: readonly Invoice[]): Fact[] =>
  invoices
    .filter(({ invoice_type }) => invoice_type === 'refund')
    .map(({ number, date, total_cents, status }) => [
      `Refund ${number}`,
      `${formatCents(total_cents)}, ${formatDate(date)}${status === 'void' ? ', returned by the bank' : ''}`,
    ]);

export const clickFacts = ({
  raw,
  billable,
  site,
  settled,
  money,
  delivered,
  clicks_per_thousand,
}: PromotionClicks): Fact[] => [
  ['Clicks from the newsletter', numberFormat.format(raw)],
  ['Billable', settled ? numberFormat.format(billable) : 'counted after 72 hours'],
  ['Website clicks (free)', numberFormat.format(site)],
  ['Emails delivered', delivered === null ? '–' : numberFormat.format(delivered)],
  ['Per 1,000 emails', clicks_per_thousand === null ? '–' : clicks_per_thousand.toFixed(1)],
  ['Cost', moneyText(money)],
];
