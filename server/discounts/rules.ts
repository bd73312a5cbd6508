/**
 * Rules for using a discount, to validate a code. At booking, one guarded UPDATE enforces the same rules (service.ts).
 */
import type { Discount } from '#prisma';

export type DiscountUseFacts = {
  now: Date;
  partner_id: number;
  book_id?: number | undefined;
  category_id?: number | undefined;
  /** Uses of this code by this partner that weren't released. */
  uses_by_partner: number;
  /** The partner's other promotions that weren't canceled, declined, or unable to send. */
  earlier_promotions: number;
};

export function isUsable(discount: Discount, facts: DiscountUseFacts) {
  if (!discount.enabled) return false;
  if (discount.starts_at && discount.starts_at > facts.now) return false;
  if (discount.ends_at && discount.ends_at <= facts.now) return false;
  if (discount.usage_limit !== null && discount.used_count >= discount.usage_limit) return false;
  if (facts.uses_by_partner >= discount.per_partner_limit) return false;
  if (discount.first_promotion_only && facts.earlier_promotions > 0) return false;
  if (discount.partner_id !== null && discount.partner_id !== facts.partner_id) return false;
  if (discount.book_id !== null && discount.book_id !== facts.book_id) return false;
  if (discount.category_id !== null && facts.category_id !== undefined && discount.category_id !== facts.category_id)
    return false;
  return true;
}

/** `first_only`: the code is for a first promotion, and the partner already has one. */
export type EndReason = 'expired' | 'used_up' | 'used_by_partner' | 'first_only';

/**
 * Returns why the partner can't use a code that they could otherwise use, so that they don't look for a typo. Null for
 * all other codes: limits to a partner or book aren't revealed.
 */
export function endReason(discount: Discount, facts: DiscountUseFacts): EndReason | null {
  if (isUsable(discount, facts)) return null;
  const isUsedByPartner = facts.uses_by_partner >= discount.per_partner_limit;
  const beforeUse = { ...facts, uses_by_partner: 0, earlier_promotions: 0 };
  if (isUsedByPartner && isUsable({ ...discount, ends_at: null, usage_limit: null }, beforeUse))
    return 'used_by_partner';
  if (discount.first_promotion_only && isUsable({ ...discount, first_promotion_only: false }, facts))
    return 'first_only';
  if (discount.ends_at && isUsable({ ...discount, ends_at: null }, facts)) return 'expired';
  return isUsable({ ...discount, usage_limit: null }, facts) ? 'used_up' : null;
}
