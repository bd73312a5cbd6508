import { costText, moneyText } from '#shared/cost-words.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';
import { bookedDate, otherDates } from '../cutoff.ts';
import { discountText } from './booking-form.ts';

type Fact = readonly [label: string, value: string];

/** The booking as labels and values, without empty ones. */
export function bookingFacts(promotion: Promotion): Fact[] {
  const { discount } = promotion;
  const addons = promotion.addons.filter(({ state }) => state !== 'released');
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Newsletter', formatDate(bookedDate(promotion))],
    [
      'Requested date',
      bookedDate(promotion) === promotion.requested_date ? null : formatDate(promotion.requested_date),
    ],
    ['Alternative dates', otherDates(promotion).map(formatDate).join(' · ')],
    ['Category', promotion.category?.name],
    [
      'Deal price',
      `${formatDealPrice(promotion.sale_price_cents)} instead of ${formatCents(promotion.current_price_cents)}`,
    ],
    ['Deal ends on', formatDate(promotion.deal_ends_on)],
    ['Price per click', formatCents(promotion.cpc_cents)],
    ['Cost', promotion.money.invoiced ? null : moneyText(promotion.money)],
    ['Maximum with your code', promotion.money.most.discount_cents > 0 ? costText(promotion.money.most) : null],
    ['Add-ons', addons.map(({ label, price_cents }) => `${label}, ${formatCents(price_cents)}`).join(' · ')],
    [
      'Discount',
      discount?.kind && discount.value
        ? `${discount.code}: ${discountText({ kind: discount.kind, value: discount.value, min_cost_cents: discount.min_cost_cents ?? null })}`
        : null,
    ],
    ['Blurb for this newsletter', promotion.blurb_override],
    ['Your note', promotion.partner_note],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
