import { formatInstant } from '#shared/dates.ts';
import type { Discount } from '#shared/discounts.ts';
import { formatCents } from '#shared/money.ts';

/** '25% off', '$10.00 off' */
export const discountText = ({ kind, value }: Pick<Discount, 'kind' | 'value'>) =>
  `${kind === 'percent' ? `${value}%` : formatCents(value)} off`;

/** '3 of 500 used', '6 used' */
export const usesText = ({ used_count, usage_limit }: Pick<Discount, 'used_count' | 'usage_limit'>) =>
  usage_limit === null ? `${used_count} used` : `${used_count} of ${usage_limit} used`;

export type DiscountState = 'active' | 'scheduled' | 'ended' | 'used up' | 'disabled';

/** The code's state by the rules in server/discounts/rules.ts. `now` is the server's clock, ISO UTC. */
export function stateOf(discount: Discount, now: string): DiscountState {
  const instant = Date.parse(now);
  if (!discount.enabled) return 'disabled';
  if (discount.ends_at && Date.parse(discount.ends_at) <= instant) return 'ended';
  if (discount.usage_limit !== null && discount.used_count >= discount.usage_limit) return 'used up';
  return discount.starts_at && Date.parse(discount.starts_at) > instant ? 'scheduled' : 'active';
}

export function windowText({ starts_at, ends_at }: Pick<Discount, 'starts_at' | 'ends_at'>) {
  const from = starts_at ? `from ${formatInstant(starts_at)}` : '';
  const until = ends_at ? `until ${formatInstant(ends_at)}` : '';
  return [from, until].filter(Boolean).join(' ') || 'no expiration';
}

/** The code's restrictions, except its dates and total uses. */
export function limitTexts(discount: Discount): string[] {
  const { per_partner_limit, first_promotion_only, min_cost_cents, book_id, partner_id, category_id } = discount;
  return [
    per_partner_limit === 1 ? 'once per partner' : `${per_partner_limit} times per partner`,
    first_promotion_only ? 'first promotion only' : '',
    min_cost_cents ? `minimum cost ${formatCents(min_cost_cents)}` : '',
    book_id ? 'one book' : '',
    partner_id ? `partner ${partner_id}` : '',
    category_id ? 'one category' : '',
  ].filter(Boolean);
}
