import type { Fact } from '#client/ui/app/FactList.tsx';
import type { Invoice } from '#shared/billing.ts';
import { formatInstant } from '#shared/dates.ts';
import type { Discount } from '#shared/discounts.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import type { Promotion, PromotionClicks } from '#shared/promotions.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';

const count = new Intl.NumberFormat('en-US');

/** How far the deal is under the current price, in whole percent; 0 where there was no price before. */
export const percentOff = ({
  current_price_cents,
  sale_price_cents,
}: Pick<Promotion, 'current_price_cents' | 'sale_price_cents'>) =>
  current_price_cents > 0 ? Math.round((100 * (current_price_cents - sale_price_cents)) / current_price_cents) : 0;

/** 'WELCOME25, 25% off' */
export const discountText = ({ code, kind, value }: Partial<Discount>) =>
  `${code}, ${kind === 'percent' ? `${value}%` : formatCents(value ?? 0)} off`;

export const dealFacts = (promotion: Promotion): Fact[] => [
  [
    'Deal',
    `${formatDealPrice(promotion.sale_price_cents)} instead of ${formatCents(promotion.current_price_cents)} (${percentOff(promotion)}% off)`,
  ],
  ['Deal ends', formatDate(promotion.deal_ends_on)],
  ['Click price', `${formatCents(promotion.cpc_cents)}, at most ${formatCents(promotion.max_cost_cents)} in all`],
  ['Add-ons', promotion.addons.map(({ label, state }) => `${label} (${state})`).join(', ') || 'none'],
  ['Discount', promotion.discount ? discountText(promotion.discount) : 'none'],
];

/** When it is asked for, and what has happened since; what has not happened is left out. */
export function whenFacts(promotion: Promotion): Fact[] {
  const { requested_date, alternate_dates, promotion_date, sent_at, click_window_ends_at, settled_at } = promotion;
  const facts: [string, string | null][] = [
    ['Asked for', formatDate(requested_date)],
    ['Or for', alternate_dates.map(formatDate).join('; ') || null],
    ['Booked for', promotion_date && formatDate(promotion_date)],
    ['Submitted', formatInstant(promotion.created_at)],
    ['Reviewed', promotion.reviewed_at && formatInstant(promotion.reviewed_at)],
    ['Waits for an answer until', promotion.answer_by && formatInstant(promotion.answer_by)],
    ['Sent', sent_at && formatInstant(sent_at)],
    ['Clicks count until', click_window_ends_at && formatInstant(click_window_ends_at)],
    ['Settled', settled_at && formatInstant(settled_at)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** Why it does not run; '' while it may. */
export function outcomeText(promotion: Promotion): string {
  const { display_status, reason_codes, unable_reason, cancelled_by, cancel_reason } = promotion;
  if (display_status === 'declined') return `Declined: ${reason_codes.map(explanationOf).join(' ')}`;
  if (display_status === 'unable to send') return `Not sent: ${unable_reason ?? 'no reason was kept'}`;
  if (display_status !== 'cancelled') return '';
  return `Cancelled by ${CANCELLERS[cancelled_by ?? 'system']}${cancel_reason ? `: ${cancel_reason}` : '.'}`;
}

const CANCELLERS = { partner: 'the partner', user: 'staff', system: 'Deckle' };
const explanationOf = (code: string) => (code in REASONS ? REASONS[code as ReasonCode].explanation : code);

export const invoiceFacts = (invoice: Invoice): Fact[] => [
  ['Invoice', `${invoice.number}, ${invoice.status}`],
  ['Clicks and add-ons', formatCents(invoice.subtotal_cents)],
  ['Discount', formatCents(invoice.discount_cents)],
  ['Credit', formatCents(invoice.credit_cents)],
  ['Total', formatCents(invoice.total_cents)],
  ['Paid', invoice.paid_at ? `${formatInstant(invoice.paid_at)}, card ending in ${invoice.card_last4}` : 'not yet'],
];

/** Each with the number of its own invoice. */
export const refundFacts = (invoices: readonly Invoice[]): Fact[] =>
  invoices
    .filter(({ invoice_type }) => invoice_type === 'refund')
    .map(({ number, date, total_cents }) => [`Refund ${number}`, `${formatCents(total_cents)}, ${formatDate(date)}`]);

export const clickFacts = ({ raw, billable, site, settled, cost_so_far_cents }: PromotionClicks): Fact[] => [
  ['From the newsletter', count.format(raw)],
  ['Billable', settled ? count.format(billable) : 'counted after 72 hours'],
  ['From the site, free', count.format(site)],
  [settled ? 'Cost before discount' : 'Cost so far', formatCents(cost_so_far_cents)],
];
