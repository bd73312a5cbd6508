import type { Discount } from '#prisma';
import type { Discount as ApiDiscount } from '#shared/discounts.ts';

type Joined = Discount & Pick<ApiDiscount, 'book' | 'category' | 'partner'>;

/** Presents a discount for staff, with the joined records that the row has. */
export const presentDiscount = ({ book, category, partner, ...discount }: Joined): ApiDiscount => ({
  id: discount.id,
  code: discount.code,
  kind: discount.kind,
  value: discount.value,
  starts_at: discount.starts_at?.toISOString() ?? null,
  ends_at: discount.ends_at?.toISOString() ?? null,
  usage_limit: discount.usage_limit,
  per_partner_limit: discount.per_partner_limit,
  book_id: discount.book_id,
  partner_id: discount.partner_id,
  category_id: discount.category_id,
  first_promotion_only: discount.first_promotion_only,
  min_cost_cents: discount.min_cost_cents,
  enabled: discount.enabled,
  used_count: discount.used_count,
  created_at: discount.created_at.toISOString(),
  ...(book !== undefined && { book }),
  ...(category !== undefined && { category }),
  ...(partner !== undefined && { partner }),
});

/** The fields that a partner may see: enough to calculate the discount. */
export const presentDiscountToPartner = ({ id, code, kind, value, min_cost_cents }: Discount) => ({
  id,
  code,
  kind,
  value,
  min_cost_cents,
});
